import { expect, test } from "vitest";
import { isDeeperThan } from "./depth.ts";

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

test.each([
  ["objects", (inner: unknown) => ({ a: inner })],
  ["arrays", (inner: unknown) => [inner]],
  ["objects beside other fields", (inner: unknown) => ({ before: "x", a: inner, after: null })],
])("%s count one level each", (_kind, wrap) => {
  expect([isDeeperThan(nested(64, wrap), 64), isDeeperThan(nested(65, wrap), 64)]).toEqual([false, true]);
});

test("a value that is not an object has no depth", () => {
  for (const value of [undefined, null, 1, "[[[[", true]) expect(isDeeperThan(value, 0)).toBe(false);
});

test("a hundred thousand levels are counted without recursion", () => {
  expect(isDeeperThan(JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`), 64)).toBe(true);
});
