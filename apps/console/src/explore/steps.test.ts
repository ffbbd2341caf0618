import { expect, test } from "vitest";
import { durationText, stepFor, timesOf } from "./steps.ts";

const hour = 3_600_000;

test("a step is the smallest round one with at most that many points", () => {
  expect(stepFor({ from: 0, to: hour }, 60)).toBe(60_000);
  expect(stepFor({ from: 0, to: hour }, 100)).toBe(60_000);
  expect(stepFor({ from: 0, to: hour }, 150, 60_000)).toBe(60_000);
  expect(stepFor({ from: 0, to: 7 * 24 * hour }, 100)).toBe(2 * hour);
  expect(stepFor({ from: 0, to: 5 * 365 * 24 * hour }, 10)).toBe(7 * 24 * hour);
});

test("a step is written as the API reads it", () => {
  expect([15_000, 60_000, 300_000, 2 * hour].map(durationText)).toEqual(["15s", "1m", "5m", "2h"]);
});

test("times start at a multiple of the step and cover the interval", () => {
  expect(timesOf({ from: 90_000, to: 180_001 }, 60_000)).toEqual([60_000, 120_000, 180_000]);
});
