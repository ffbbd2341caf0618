import { expect, test } from "vitest";
import { bucketSize, bucketsOf, periodBefore, periodOf, periodText } from "./periods.ts";

const span = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), to.toISOString()];
const berlin = "Europe/Berlin";

// A Wednesday, two days after Germany changed its clocks.
const now = new Date("2026-10-28T10:30:00Z");

test.each([
  ["yesterday", "UTC", "2026-10-27T00:00:00.000Z", "2026-10-28T00:00:00.000Z"],
  ["last_7_days", "UTC", "2026-10-21T00:00:00.000Z", "2026-10-28T00:00:00.000Z"],
  ["last_24_hours", berlin, "2026-10-27T10:30:00.000Z", "2026-10-28T10:30:00.000Z"],
  // The week had 169 hours.
  ["previous_week", berlin, "2026-10-18T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
  ["this_week", "UTC", "2026-10-26T00:00:00.000Z", "2026-10-28T10:30:00.000Z"],
  ["previous_month", berlin, "2026-08-31T22:00:00.000Z", "2026-09-30T22:00:00.000Z"],
  ["this_month", berlin, "2026-09-30T22:00:00.000Z", "2026-10-28T10:30:00.000Z"],
  ["previous_quarter", "UTC", "2026-07-01T00:00:00.000Z", "2026-10-01T00:00:00.000Z"],
  ["this_year", "America/New_York", "2026-01-01T05:00:00.000Z", "2026-10-28T10:30:00.000Z"],
] as const)("%s in %s", (range, timezone, from, to) => {
  expect(span(periodOf(range, timezone, now))).toEqual([from, to]);
});

test.each([
  // The month before March has 28 days, and is still the month before.
  ["2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z", "UTC", "2026-02-01T00:00:00.000Z"],
  ["2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z", berlin, "2026-08-31T22:00:00.000Z"],
  ["2026-10-18T22:00:00Z", "2026-10-25T23:00:00Z", berlin, "2026-10-11T22:00:00.000Z"],
  ["2026-10-01T06:00:00Z", "2026-10-01T18:00:00Z", "UTC", "2026-09-30T18:00:00.000Z"],
])("%s to %s in %s is compared with what begins at %s", (from, to, timezone, before) => {
  const period = { from: new Date(from), to: new Date(to), timezone };
  expect(span(periodBefore(period))).toEqual([before, period.from.toISOString()]);
});

test.each([
  ["2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z", "2026-10-01 to 2026-10-31 (Europe/Berlin)"],
  ["2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", "2026-10-25 (Europe/Berlin)"],
  ["2026-10-24T22:00:00Z", "2026-10-25T08:30:00Z", "2026-10-25 00:00 to 2026-10-25 09:30 (Europe/Berlin)"],
])("%s to %s reads as %s", (from, to, text) => {
  expect(periodText({ from: new Date(from), to: new Date(to), timezone: berlin })).toBe(text);
});

test("columns follow days with 23 and 25 hours, and hours that repeat", () => {
  const days = bucketsOf(
    { from: new Date("2026-10-23T22:00:00Z"), to: new Date("2026-10-26T23:00:00Z"), timezone: berlin },
    "day",
  );
  expect(days.map(({ label, from, to }) => [label, (to.getTime() - from.getTime()) / 3_600_000])).toEqual([
    ["2026-10-24", 24],
    ["2026-10-25", 25],
    ["2026-10-26", 24],
  ]);
  const hours = bucketsOf(
    { from: new Date("2026-10-24T23:00:00Z"), to: new Date("2026-10-25T03:00:00Z"), timezone: berlin },
    "hour",
  );
  expect(hours.map(({ label }) => label.slice(11))).toEqual(["01:00", "02:00", "02:00", "03:00"]);
});

test.each([
  [1, "hour"],
  [31, "day"],
  [366, "week"],
  [1000, "month"],
] as const)("%d days have a column for each %s", (days, size) => {
  const from = new Date("2026-01-01T00:00:00Z");
  expect(bucketSize({ from, to: new Date(from.getTime() + days * 86_400_000), timezone: "UTC" })).toBe(size);
});
