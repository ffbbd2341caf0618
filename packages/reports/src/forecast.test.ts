import fc from "fast-check";
import { expect, test } from "vitest";
import { forecastOf } from "./forecast.ts";

const days = (count: number, value: (day: number) => number) => Array.from({ length: count }, (_, day) => value(day));

test("a straight line with a weekly pattern goes on exactly, with no interval", () => {
  const pattern = [6, 4, 2, 0, -2, -4, -6];
  const value = (day: number) => 50 + 0.5 * day + (pattern[day % 7] ?? 0);
  const forecast = forecastOf(days(56, value), 14);
  expect(forecast?.slope).toBeCloseTo(0.5, 6);
  for (const [step, expected] of (forecast?.expected ?? []).entries()) {
    expect(expected.value).toBeCloseTo(value(56 + step), 6);
    expect(expected.high - expected.low).toBeCloseTo(0, 6);
  }
});

test("the interval holds about 95 of 100 values of noise", () => {
  // A fixed sequence that behaves like noise of a normal distribution.
  let state = 42;
  const uniform = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const noise = () => days(12, uniform).reduce((sum, each) => sum + each, -6);
  let [inside, all] = [0, 0];
  for (let round = 0; round < 200; round++) {
    const values = days(84, () => 100 + 10 * noise());
    const later = days(7, () => 100 + 10 * noise());
    for (const [step, { low, high }] of (forecastOf(values, 7)?.expected ?? []).entries()) {
      all++;
      if ((later[step] ?? 0) >= low && (later[step] ?? 0) <= high) inside++;
    }
  }
  expect(inside / all).toBeGreaterThan(0.92);
  expect(inside / all).toBeLessThan(0.98);
});

test("counts are never negative, and too few of them have no forecast", () => {
  expect(forecastOf([1, 2, 3], 7)).toBeUndefined();
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 8, maxLength: 90 }), (values) => {
      for (const { value, low, high } of forecastOf(values, 14)?.expected ?? []) {
        expect(low).toBeGreaterThanOrEqual(0);
        expect(value).toBeGreaterThanOrEqual(low);
        expect(high).toBeGreaterThanOrEqual(value);
      }
    }),
  );
});
