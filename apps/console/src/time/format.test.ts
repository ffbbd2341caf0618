import { expect, test } from "vitest";
import { absoluteTime, age, duration, relativeTime, shortTime } from "./format.ts";

const at = "2026-11-15T03:07:12.345Z";
const after = (ms: number) => Date.parse(at) + ms;

test("an absolute time says its zone", () => {
  expect(absoluteTime(at, "utc")).toBe("2026-11-15 03:07:12 UTC");
  expect(shortTime(at, "utc")).toBe("11-15 03:07");
});

test.each([
  [0, "0s"],
  [59_999, "59s"],
  [17 * 60_000, "17m"],
  [3 * 3_600_000, "3h"],
  [3 * 3_600_000 + 20 * 60_000, "3h 20m"],
  [5 * 86_400_000 + 4 * 3_600_000, "5d 4h"],
])("%i milliseconds are %s", (ms, words) => {
  expect(duration(ms)).toBe(words);
});

test("a time within a minute is just now, an older one has its age, a future one its distance", () => {
  expect(relativeTime(at, after(30_000))).toBe("just now");
  expect(relativeTime(at, after(180_000))).toBe("3m ago");
  expect(relativeTime(at, after(-7_200_000))).toBe("in 2h");
  expect(age(at, after(10_000))).toBe("<1m");
});
