import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WireError } from "../wire-error.ts";
import { payload } from "./fixtures/payload.ts";
import { decodeLogs, logsFromJson } from "./logs.ts";
import { decodeMetrics, metricsFromJson } from "./metrics.ts";
import type { Signal } from "./responses.ts";
import { decodeTraces, tracesFromJson } from "./traces.ts";

const signals: [Signal, (bytes: Uint8Array) => unknown, (value: unknown) => unknown][] = [
  ["traces", decodeTraces, tracesFromJson],
  ["metrics", decodeMetrics, metricsFromJson],
  ["logs", decodeLogs, logsFromJson],
];

describe.each(signals)("%s from untrusted senders are decoded or refused", (signal, decode, fromJson) => {
  const { protobuf, json } = payload(signal);

  test("cut short anywhere", () => {
    for (let length = 1; length < protobuf.length; length += 1) {
      expect(() => decode(protobuf.subarray(0, length))).toThrow(WireError);
    }
  });

  test("with any bit flipped", () => {
    for (const [index, original] of protobuf.entries()) {
      const bytes = Uint8Array.from(protobuf);
      for (let bit = 1; bit < 256; bit *= 2) {
        bytes[index] = original ^ bit;
        orRefused(() => decode(bytes));
      }
    }
  });

  test("random bytes, alone or inside a real request", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(protobuf.length), (bytes, at) => {
        orRefused(() => decode(bytes));
        orRefused(() => decode(Buffer.concat([protobuf.subarray(0, at), bytes, protobuf.subarray(at)])));
      }),
      { numRuns: 2_000 },
    );
  });

  test("any JSON, alone or in place of any value of a real request", () => {
    const places = placesIn(json);
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...places), (value, place) => {
        orRefused(() => fromJson(value));
        orRefused(() => fromJson(replaced(json, place, value)));
      }),
      { numRuns: 2_000 },
    );
  });
});

function orRefused(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(WireError);
  }
}

function placesIn(value: unknown, place: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [place];
  return [place, ...Object.entries(value).flatMap(([key, item]) => placesIn(item, [...place, key]))];
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined || typeof value !== "object" || value === null) return by;
  const entries = Object.entries(value).map(([name, item]) => [name, name === key ? replaced(item, rest, by) : item]);
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
