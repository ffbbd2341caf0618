import { wireTypes } from "../protobuf/reader.ts";
import { WireError } from "../wire-error.ts";
import type { Kind } from "./message.ts";

export const text: Kind<string> = {
  wireType: wireTypes.delimited,
  read: (reader) => reader.string(),
  fromJson(value, path) {
    if (typeof value !== "string") throw new WireError(`${path} must be a string`);
    return value;
  },
};

export const bool: Kind<boolean> = {
  wireType: wireTypes.varint,
  read: (reader) => reader.bool(),
  fromJson(value, path) {
    if (typeof value !== "boolean") throw new WireError(`${path} must be true or false`);
    return value;
  },
};

/** A trace or span id in lower-case hexadecimal. JSON may have an invalid id; it stays unchanged, and the receiver rejects the row. */
export const id: Kind<string> = {
  wireType: wireTypes.delimited,
  read: (reader) => reader.hex(),
  fromJson(value, path) {
    const given = text.fromJson(value, path);
    return /^[\da-f]*$/i.test(given) ? given.toLowerCase() : given;
  },
};

export const bytes: Kind<Uint8Array> = {
  wireType: wireTypes.delimited,
  read: (reader) => reader.bytes(),
  fromJson(value, path) {
    if (typeof value !== "string" || !/^[\w+/-]*={0,2}$/.test(value)) throw new WireError(`${path} must be base64`);
    return Uint8Array.from(Buffer.from(value, "base64"));
  },
};

export const double: Kind<number> = {
  wireType: wireTypes.fixed64,
  read: (reader) => reader.double(),
  fromJson(value, path) {
    if (typeof value === "number") return value;
    if (typeof value === "string" && /^(-?(\d+(\.\d+)?([eE][+-]?\d+)?|Infinity)|NaN)$/.test(value))
      return Number(value);
    throw new WireError(`${path} must be a number, "NaN", "Infinity" or "-Infinity"`);
  },
};

/** Nanoseconds since 1970. */
export const time: Kind<bigint> = {
  wireType: wireTypes.fixed64,
  read: (reader) => reader.fixed64(),
  fromJson: (value, path) => integer(value, path, ranges.uint64),
};

/** A value or count as the nearest number: exact up to 2^53. */
export const sfixed64: Kind<number> = {
  wireType: wireTypes.fixed64,
  read: (reader) => reader.nearestSfixed64(),
  fromJson: (value, path) => Number(integer(value, path, ranges.int64)),
};

export const fixed64: Kind<number> = {
  wireType: wireTypes.fixed64,
  read: (reader) => reader.nearestFixed64(),
  fromJson: (value, path) => Number(integer(value, path, ranges.uint64)),
};

export const uint64: Kind<number> = {
  wireType: wireTypes.varint,
  read: (reader) => reader.nearestVarint64(),
  fromJson: (value, path) => Number(integer(value, path, ranges.uint64)),
};

/** An exact integer: a number if it is safe, otherwise a bigint. */
export const int64: Kind<number | bigint> = {
  wireType: wireTypes.varint,
  read: (reader) => reader.int64(),
  fromJson(value, path) {
    const exact = integer(value, path, ranges.int64);
    const near = Number(exact);
    return Number.isSafeInteger(near) ? near : exact;
  },
};

export const sint32: Kind<number> = {
  wireType: wireTypes.varint,
  read: (reader) => reader.sint32(),
  fromJson: (value, path) => Number(integer(value, path, ranges.int32)),
};

export const uint32: Kind<number> = {
  wireType: wireTypes.varint,
  read: (reader) => reader.uint32(),
  fromJson: (value, path) => Number(integer(value, path, ranges.uint32)),
};

export const fixed32: Kind<number> = {
  wireType: wireTypes.fixed32,
  read: (reader) => reader.fixed32(),
  fromJson: (value, path) => Number(integer(value, path, ranges.uint32)),
};

/** An enumeration. OTLP/JSON requires the number, but some senders write the name. */
export function enumeration(names: readonly string[]): Kind<number> {
  return {
    wireType: wireTypes.varint,
    read: (reader) => reader.int32(),
    fromJson(value, path) {
      const named = typeof value === "string" ? names.indexOf(value) : -1;
      return named === -1 ? Number(integer(value, path, ranges.int32)) : named;
    },
  };
}

const ranges = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
} as const;

function integer(value: unknown, path: string, [least, greatest]: readonly [bigint, bigint]): bigint {
  if (!isWhole(value)) throw new WireError(`${path} must be an integer`);
  const exact = BigInt(value);
  if (exact < least || exact > greatest) throw new WireError(`${path} must be an integer from ${least} to ${greatest}`);
  return exact;
}

function isWhole(value: unknown): value is number | string {
  return typeof value === "number" ? Number.isInteger(value) : typeof value === "string" && /^-?\d{1,20}$/.test(value);
}
