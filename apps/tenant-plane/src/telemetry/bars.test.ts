import fc from "fast-check";
import { expect, test } from "vitest";
import { barsOf } from "./bars.ts";
import { fill } from "./logs/store/histogram.ts";

const at = (written: string) => new Date(written);

test("bars have the smallest width within the limit and start at multiples of it", () => {
  const hour = { from: at("2026-03-01T10:00:00Z"), to: at("2026-03-01T11:00:00Z") };
  expect([60, 59, 30, 12, 4, 1].map((most) => barsOf(hour, most).step)).toEqual([60, 120, 120, 300, 900, 3600]);
  const aside = { from: at("2026-03-01T10:00:30Z"), to: at("2026-03-01T11:00:30Z") };
  expect(barsOf(aside, 60).step).toBe(120);
  expect(barsOf(aside, 61)).toMatchObject({ step: 60, numbers: { length: 61 } });
});

test("bars cover a window of any length and never exceed the limit", () => {
  const time = fc.date({ min: at("1970-01-01T00:00:00Z"), max: at("2200-01-01T00:00:00Z"), noInvalidDate: true });
  fc.assert(
    fc.property(time, time, fc.integer({ min: 1, max: 500 }), (one, other, most) => {
      const [from, to] = one < other ? [one, other] : [other, one];
      const { step, numbers } = barsOf({ from, to }, most);
      expect(numbers.length).toBeLessThanOrEqual(most);
      expect((numbers[0] ?? 0) * step * 1000).toBeLessThanOrEqual(from.getTime());
      expect(((numbers.at(-1) ?? 0) + 1) * step * 1000).toBeGreaterThanOrEqual(to.getTime());
    }),
  );
});

test("empty bars are included, and a bar's total is the sum of its levels", () => {
  const bars = { step: 60, numbers: [0, 1, 2] };
  const counts = [
    { key: "2", level: "info", records: 3 },
    { key: "2", level: "error", records: 1 },
    { key: "0", level: "info", records: 2 },
  ];
  expect(fill(bars, counts)).toEqual([
    { ts: "1970-01-01T00:00:00.000Z", total: 2, levels: { info: 2 } },
    { ts: "1970-01-01T00:01:00.000Z", total: 0, levels: {} },
    { ts: "1970-01-01T00:02:00.000Z", total: 4, levels: { info: 3, error: 1 } },
  ]);
});
