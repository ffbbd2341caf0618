import { expect, test } from "vitest";
import { placeOf, rateOf } from "./rules.ts";

const rounded = (hits: number, cases: number) =>
  Object.values(rateOf(hits, cases) ?? {}).map((share) => Math.round(share * 1000) / 1000);

test("a rate has the interval after Wilson", () => {
  expect(rounded(8, 10)).toEqual([0.8, 0.49, 0.943]);
  expect(rounded(50, 100)).toEqual([0.5, 0.404, 0.596]);
});

test("the interval stays between 0 and 1, also for all and none", () => {
  expect(rounded(3, 3)).toEqual([1, 0.438, 1]);
  expect(rounded(0, 3)).toEqual([0, 0, 0.562]);
  expect(rateOf(0, 0)).toBeNull();
});

test("a change of an item is not the item itself", () => {
  const causes = [
    { kind: "change", ci_id: "a" },
    { kind: "service", ci_id: "a" },
  ] as const;
  expect(placeOf("a", causes)).toBe(2);
  expect(placeOf("b", causes)).toBeUndefined();
});
