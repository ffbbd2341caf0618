import { expect, test } from "vitest";
import type { AnyValue } from "./any-value.ts";
import { asText, textAttributes } from "./text.ts";

test.each<[AnyValue, string]>([
  ["as it is ☃", "as it is ☃"],
  [null, ""],
  [true, "true"],
  [-1.5, "-1.5"],
  [Number.NaN, "NaN"],
  [2n ** 63n, "9223372036854775808"],
  [Uint8Array.of(255, 239), "/+8="],
  [["a", 1, null, { b: false }], '["a",1,null,{"b":false}]'],
  [{ small: 5n, large: 2n ** 63n }, '{"small":5,"large":"9223372036854775808"}'],
  [{ raw: Buffer.of(255, 239), none: Number.NaN, most: Infinity }, '{"raw":"/+8=","none":"NaN","most":"Infinity"}'],
  [Object.fromEntries([["__proto__", 1]]), '{"__proto__":1}'],
])("%o is %s", (value, text) => {
  expect(asText(value)).toBe(text);
});

test("the later of two attributes with the same key is kept", () => {
  const attributes = textAttributes([
    ["a", 1],
    ["b", true],
    ["a", ["x"]],
  ]);
  expect([...attributes]).toEqual([
    ["a", '["x"]'],
    ["b", "true"],
  ]);
});
