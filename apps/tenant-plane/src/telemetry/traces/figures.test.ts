import { expect, test } from "vitest";
import { type ComparedValue, differencesOf } from "./differences.ts";
import { durationAxis } from "./duration-buckets.ts";

test("durations have at most 40 buckets, and at least 12 around a narrow range", () => {
  expect(durationAxis([])).toEqual({ width: 2, first: 0, buckets: [] });
  const narrow = durationAxis([80]);
  expect(narrow).toMatchObject({ width: 2, first: 75 });
  expect(narrow.buckets).toHaveLength(12);
  const wide = durationAxis([0, 130]);
  expect(wide.width).toBe(8);
  expect(wide.buckets.length).toBeLessThanOrEqual(40);
  expect(wide.buckets[0]?.from_ms).toBe(0);
});

test("buckets adjoin, and each is wider by the same factor", () => {
  const { buckets, width } = durationAxis([60, 95]);
  for (const [index, bucket] of buckets.slice(1).entries()) {
    expect(bucket.from_ms).toBe(buckets[index]?.to_ms);
    expect(bucket.to_ms / bucket.from_ms).toBeCloseTo(2 ** (width / 8));
  }
});

function aValue(fields: Partial<ComparedValue>): ComparedValue {
  const base = { source: "attribute", name: "region", value: "eu", selected: 50, rest: 100 } as const;
  return { ...base, having: 1100, different: 4, ...fields };
}

test("values are ordered by the difference of their shares", () => {
  const values = [
    aValue({ value: "half", selected: 50, rest: 0 }),
    aValue({ value: "most", selected: 90, rest: 100 }),
    aValue({ value: "less frequent than in the rest", selected: 20, rest: 900 }),
  ];
  const found = differencesOf(values, { selected: 100, rest: 1000 }, 10);
  expect(found.map(({ value, score }) => [value, Math.round(score * 100)])).toEqual([
    ["most", 80],
    ["half", 50],
  ]);
});

test("a value needs support, a difference beyond chance, and a name that is not nearly unique", () => {
  const sizes = { selected: 100, rest: 1000 };
  expect(differencesOf([aValue({ selected: 4, rest: 0 })], sizes, 10)).toEqual([]);
  expect(differencesOf([aValue({ selected: 12, rest: 100 })], sizes, 10)).toEqual([]);
  expect(differencesOf([aValue({ selected: 20, rest: 0, different: 600 })], sizes, 10)).toEqual([]);
  expect(differencesOf([aValue({ selected: 20, rest: 0 })], sizes, 10)).toHaveLength(1);
  expect(differencesOf([aValue({})], { selected: 100, rest: 0 }, 10)).toEqual([]);
});
