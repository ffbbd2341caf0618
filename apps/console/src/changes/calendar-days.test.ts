import type { ChangeSummary } from "@opsplane/contract";
import { expect, test } from "vitest";
import { addDays } from "../time/days.ts";
import { dayOf, spanOf, startOf, turned } from "./calendar-days.ts";
import { barsOf } from "./calendar-lanes.ts";

function aChange(id: string, start: string, end: string): ChangeSummary {
  return {
    id,
    reference: id,
    title: id,
    type: "normal",
    risk_level: "low",
    status: "scheduled",
    requested_start: `${start}:00.000Z`,
    requested_end: `${end}:00.000Z`,
  };
}

test("a month is whole weeks from Monday to Sunday", () => {
  const { weeks, title } = spanOf("2026-11", "2026-01-01");
  expect(title).toBe("November 2026");
  expect(weeks.map((week) => week[0])).toEqual([
    "2026-10-26",
    "2026-11-02",
    "2026-11-09",
    "2026-11-16",
    "2026-11-23",
    "2026-11-30",
  ]);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
});

test("a day gives its week, an invalid value gives the current month", () => {
  expect(spanOf("2026-11-15", "2026-01-01")).toMatchObject({ kind: "week", title: "Mon 9 Nov – Sun 15 Nov 2026" });
  expect(spanOf("2026-13", "2026-01-07").at).toBe("2026-01");
  expect(spanOf("2026-02-30", "2026-01-07").at).toBe("2026-01");
  expect(spanOf(undefined, "2026-01-07").at).toBe("2026-01");
});

test("previous and next move by a month or a week, across the end of a year", () => {
  expect(turned(spanOf("2026-12", "2026-01-01"), 1)).toBe("2027-01");
  expect(turned(spanOf("2026-01", "2026-01-01"), -1)).toBe("2025-12");
  expect(turned(spanOf("2026-12-30", "2026-01-01"), 1)).toBe("2027-01-06");
});

test("days are counted in the console's time", () => {
  expect(dayOf("2026-11-15T23:59:00.000Z", "utc")).toBe("2026-11-15");
  expect(startOf("2026-11-15", "utc")).toBe("2026-11-15T00:00:00.000Z");
  expect(dayOf(startOf("2026-11-15", "local"), "local")).toBe("2026-11-15");
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
});

test("overlapping changes are in different lanes, and a free lane is reused", () => {
  const week = spanOf("2026-11-16", "2026-01-01").weeks[0] ?? [];
  const bars = barsOf(
    [
      aChange("tuesday", "2026-11-17T08:00", "2026-11-17T09:00"),
      aChange("long", "2026-11-14T00:00", "2026-11-18T00:00"),
      aChange("friday", "2026-11-20T22:00", "2026-11-23T02:00"),
      aChange("elsewhere", "2026-12-01T00:00", "2026-12-02T00:00"),
    ],
    week,
    "utc",
  );
  expect(
    bars.map(({ change, first, last, lane, before, after }) => [change.id, first, last, lane, before, after]),
  ).toEqual([
    ["long", 0, 1, 0, true, false],
    ["tuesday", 1, 1, 1, false, false],
    ["friday", 4, 6, 0, false, true],
  ]);
});
