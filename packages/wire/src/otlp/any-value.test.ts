import { expect, test } from "vitest";
import { messageField, messageOf, numberField, textField } from "../protobuf/writer.ts";
import type { AnyValue } from "./any-value.ts";
import { attributeField, doubleField, requestOf } from "./fixtures/encode.ts";
import { decodeLogs, logsFromJson } from "./logs.ts";

const binaryBody = (value: Uint8Array): AnyValue | undefined =>
  decodeLogs(requestOf(messageField(5, value)))[0]?.items[0]?.body;
const jsonBody = (body: unknown): AnyValue | undefined =>
  logsFromJson({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ body }] }] }] })[0]?.items[0]?.body;

const boolean = (value: boolean) => Uint8Array.of(0x10, value ? 1 : 0);
const largest = Buffer.from("18ffffffffffffffff7f", "hex");
const smallest = Buffer.from("1880808080808080808001", "hex");

test.each<[string, Uint8Array, unknown, AnyValue]>([
  ["nothing", new Uint8Array(), {}, null],
  ["text", textField(1, "☃"), { stringValue: "☃" }, "☃"],
  ["an empty text", Uint8Array.of(0x0a, 0), { stringValue: "" }, ""],
  ["false", boolean(false), { boolValue: false }, false],
  ["true", boolean(true), { boolValue: true }, true],
  ["an integer", numberField(3, 42), { intValue: "42" }, 42],
  ["an integer written as a number", numberField(3, -42), { intValue: -42 }, -42],
  ["the largest integer", largest, { intValue: "9223372036854775807" }, 2n ** 63n - 1n],
  ["the smallest integer", smallest, { intValue: "-9223372036854775808" }, -(2n ** 63n)],
  ["a fraction", doubleField(4, 0.1), { doubleValue: 0.1 }, 0.1],
  ["not a number", doubleField(4, Number.NaN), { doubleValue: "NaN" }, Number.NaN],
  ["bytes", messageField(7, Uint8Array.of(255, 239)), { bytesValue: "/+8=" }, Uint8Array.of(255, 239)],
  [
    "bytes in the alphabet for addresses",
    messageField(7, Uint8Array.of(255, 239)),
    { bytesValue: "_-8" },
    Uint8Array.of(255, 239),
  ],
  [
    "a list",
    messageField(5, messageOf(messageField(1, textField(1, "a")), messageField(1, new Uint8Array()))),
    { arrayValue: { values: [{ stringValue: "a" }, {}] } },
    ["a", null],
  ],
  ["an empty list", messageField(5, new Uint8Array()), { arrayValue: {} }, []],
  [
    "a map",
    messageField(6, attributeField(1, "a", numberField(3, 1))),
    { kvlistValue: { values: [{ key: "a", value: { intValue: 1 } }] } },
    { a: 1 },
  ],
  ["an unknown alternative", textField(8, "later"), { laterValue: 1 }, null],
])("%s is the same in both encodings", (_, binary, json, value) => {
  expect(binaryBody(binary)).toStrictEqual(value);
  expect(jsonBody(json)).toStrictEqual(value);
});

test("a key called __proto__ is a key like any other", () => {
  const body = jsonBody({ kvlistValue: { values: [{ key: "__proto__", value: { kvlistValue: {} } }] } });
  expect(body).toBeInstanceOf(Object);
  expect(Object.keys(body ?? {})).toEqual(["__proto__"]);
});

test("32 levels of nesting are read, more are refused, in both encodings", () => {
  const binary = (levels: number): Uint8Array =>
    levels === 1 ? textField(1, "x") : messageField(5, messageField(1, binary(levels - 1)));
  const json = (levels: number): unknown =>
    levels === 1 ? { stringValue: "x" } : { kvlistValue: { values: [{ key: "k", value: json(levels - 1) }] } };
  expect(JSON.stringify(binaryBody(binary(32)))).toBe(`${"[".repeat(31)}"x"${"]".repeat(31)}`);
  expect(JSON.stringify(jsonBody(json(32)))).toBe(`${'{"k":'.repeat(31)}"x"${"}".repeat(31)}`);
  for (const levels of [33, 1000]) {
    expect(() => binaryBody(binary(levels))).toThrow("A value is nested more than 32 levels deep");
    expect(() => jsonBody(json(levels))).toThrow("A value is nested more than 32 levels deep");
  }
});
