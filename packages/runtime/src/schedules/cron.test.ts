import { expect, test } from "vitest";
import { cronProblem, slotAtOrBefore, slotsAfter } from "./cron.ts";

const iso = (dates: readonly (Date | undefined)[]) => dates.map((date) => date?.toISOString());
const daily = { cron: "30 2 * * *", timezone: "Europe/Berlin" };

test("a slot keeps its local time when clocks change, and runs once in the hour that is missing or comes twice", () => {
  expect(iso(slotsAfter(daily, new Date("2026-03-28T00:00:00Z"), 3))).toEqual([
    "2026-03-28T01:30:00.000Z",
    // 02:30 does not exist on this day: it is 03:00.
    "2026-03-29T01:00:00.000Z",
    "2026-03-30T00:30:00.000Z",
  ]);
  expect(iso(slotsAfter(daily, new Date("2026-10-24T12:00:00Z"), 2))).toEqual([
    "2026-10-25T00:30:00.000Z",
    "2026-10-26T01:30:00.000Z",
  ]);
});

test("slots come after the time, and the last one may be at the time itself", () => {
  const at = new Date("2026-06-01T00:30:00Z");
  expect(iso(slotsAfter(daily, at, 1))).toEqual(["2026-06-02T00:30:00.000Z"]);
  expect(iso([slotAtOrBefore(daily, at)])).toEqual(["2026-06-01T00:30:00.000Z"]);
  expect(iso([slotAtOrBefore(daily, new Date(at.getTime() - 1000))])).toEqual(["2026-05-31T00:30:00.000Z"]);
});

test("the second Tuesday, the last day of a month and weekdays by name are understood", () => {
  const from = new Date("2026-11-16T00:00:00Z");
  const next = (cron: string) => iso(slotsAfter({ cron, timezone: "UTC" }, from, 1))[0];
  expect(next("0 22 * * TUE#2")).toBe("2026-12-08T22:00:00.000Z");
  expect(next("0 22 L * *")).toBe("2026-11-30T22:00:00.000Z");
  expect(next("0 22 * * MON-FRI")).toBe("2026-11-16T22:00:00.000Z");
});

test.each([
  ["61 * * * *", "UTC", "cron"],
  ["* * * *", "UTC", "cron"],
  ["* * * * * *", "UTC", "cron"],
  ["tomorrow", "UTC", "cron"],
  ["0 0 30 2 *", "UTC", "cron"],
  ["0 9 * * *", "Mars/Olympus", "timezone"],
])("%s in %s is refused", (cron, timezone, field) => {
  expect(cronProblem({ cron, timezone })).toMatchObject({ field });
});
