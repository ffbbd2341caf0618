import { type Reader, tagOf, type WireType, wireTypes } from "../protobuf/reader.ts";
import { WireError } from "../wire-error.ts";
import { objectAt } from "./json.ts";

/**
 * A message as a table of its fields. One table serves both encodings, so they stay consistent: binary finds a field by its tag,
 * JSON by its name. Unknown fields, and known fields with another wire type, are skipped, as in protobuf.
 */
export function message<T>(empty: () => T, fields: Field<T>[]): Message<T> {
  const { read, readJson } = layout(fields);
  const readRest = (reader: Reader): T => {
    const into = empty();
    read(into, reader);
    return into;
  };
  return {
    wireType: wireTypes.delimited,
    readRest,
    read(reader) {
      const outer = reader.enter();
      const into = readRest(reader);
      reader.leave(outer);
      return into;
    },
    fromJson(value, path) {
      const into = empty();
      readJson(into, value, path);
      return into;
    },
  };
}

/** Reads one value in either encoding. */
export interface Kind<V> {
  wireType: WireType;
  read: (reader: Reader) => V;
  fromJson: (value: unknown, path: string) => V;
}

interface Message<T> extends Kind<T> {
  /** Reads the outermost message, which has no length prefix. */
  readRest: (reader: Reader) => T;
}

/** The source of a value and its key in the result. */
interface Field<T> {
  readers: [tag: number, read: ReadField<T>][];
  name: string;
  fromJson: (into: T, value: unknown, path: string) => void;
}

type ReadField<T> = (into: T, reader: Reader) => void;

/** A field with one value, kept under its JSON name unless `key` is given. */
export function field<K extends string, V>(number: number, name: K, kind: Kind<V>): Field<Record<K, V>>;
export function field<K extends string, V>(number: number, name: string, kind: Kind<V>, key: K): Field<Record<K, V>>;
export function field<V>(number: number, name: string, kind: Kind<V>, key = name): Field<Record<string, V>> {
  const read: ReadField<Record<string, V>> = (into, reader) => {
    into[key] = kind.read(reader);
  };
  return {
    name,
    readers: [[tagOf(number, kind.wireType), read]],
    fromJson(into, value, path) {
      into[key] = kind.fromJson(value, path);
    },
  };
}

/** A list. */
export function repeated<K extends string, V>(number: number, name: K, kind: Kind<V>): Field<Record<K, V[]>>;
export function repeated<K extends string, V>(n: number, name: string, kind: Kind<V>, key: K): Field<Record<K, V[]>>;
export function repeated<V>(number: number, name: string, kind: Kind<V>, key = name): Field<Record<string, V[]>> {
  const tag = tagOf(number, kind.wireType);
  const read: ReadField<Record<string, V[]>> = (into, reader) => {
    const list = into[key] ?? [];
    do list.push(kind.read(reader));
    while (reader.again(tag));
    into[key] = list;
  };
  return {
    name,
    readers: [[tag, read]],
    fromJson(into, value, path) {
      if (!Array.isArray(value)) throw new WireError(`${path} must be an array`);
      into[key] = value.map((item, index) => kind.fromJson(item, `${path}[${index}]`));
    },
  };
}

/** A list of numbers, which may be packed, unpacked, or both. */
export function packed<K extends string>(
  number: number,
  name: string,
  kind: Kind<number>,
  key: K,
): Field<Record<K, number[]>> {
  const list = repeated(number, name, kind, key);
  const read: ReadField<Record<K, number[]>> = (into, reader) => {
    const numbers = into[key];
    const outer = reader.enter();
    while (reader.more()) numbers.push(kind.read(reader));
    reader.leave(outer);
  };
  return { ...list, readers: [...list.readers, [tagOf(number, wireTypes.delimited), read]] };
}

/** A nested message whose values are kept in the outer one. */
export function inline<T>(number: number, name: string, fields: Field<T>[]): Field<T> {
  const { read, readJson } = layout(fields);
  const confined: ReadField<T> = (into, reader) => {
    const outer = reader.enter();
    read(into, reader);
    reader.leave(outer);
  };
  return { name, readers: [[tagOf(number, wireTypes.delimited), confined]], fromJson: readJson };
}

/** A kind whose values are converted. */
export function mapped<From, To>(kind: Kind<From>, convert: (value: From) => To): Kind<To> {
  return {
    wireType: kind.wireType,
    read: (reader) => convert(kind.read(reader)),
    fromJson: (value, path) => convert(kind.fromJson(value, path)),
  };
}

function layout<T>(fields: Field<T>[]) {
  const byTag: (ReadField<T> | undefined)[] = [];
  for (const { readers } of fields) for (const [tag, read] of readers) byTag[tag] = read;
  return {
    read(into: T, reader: Reader): void {
      while (reader.more()) {
        const tag = reader.tag();
        const readField = tag < byTag.length ? byTag[tag] : undefined;
        if (readField === undefined) reader.skip(tag);
        else readField(into, reader);
      }
    },
    readJson(into: T, value: unknown, path: string): void {
      const object = objectAt(value, path);
      for (const { name, fromJson } of fields) {
        // null is a missing value.
        const present = object[name] ?? undefined;
        if (present !== undefined) fromJson(into, present, path === "" ? name : `${path}.${name}`);
      }
    },
  };
}
