import type { OnCallShift } from "@opsplane/contract";
import { expect, test } from "vitest";
import { barsOf, columnsOf, gapsAhead, isGap, joined, shiftsIn } from "./bars.ts";
import { spanOf, turned, windowOf } from "./span.ts";

const ada = { id: "a", name: "Ada", email: "ada@example.com" };
const aShift = (from: string, to: string, fields: Partial<OnCallShift> = {}): OnCallShift => ({
  ...{ from: `2026-11-${from}:00.000Z`, to: `2026-11-${to}:00.000Z` },
  ...{ user: ada, layer: 1, override_id: null, ...fields },
});
const gap = (from: string, to: string) => aShift(from, to, { user: null, layer: null });

test("weeks begin on Monday, and two of them are shown unless another span is chosen", () => {
  const span = spanOf(undefined, undefined, "2026-11-18");
  expect(span).toMatchObject({ kind: "two-weeks", first: "2026-11-16", title: "Mon 16 Nov – Sun 29 Nov 2026" });
  expect(turned(span, 1)).toBe("2026-11-30");
  expect(spanOf("two-weeks", turned(span, -1), "2026-11-18").first).toBe("2026-11-09");
  expect(spanOf("week", "nonsense", "2026-11-18").days).toHaveLength(7);
});

test("a month has all of its days", () => {
  const span = spanOf("month", "2026-02-20", "2026-11-18");
  expect(span).toMatchObject({ first: "2026-02-01", title: "February 2026" });
  expect(span.days).toHaveLength(28);
  expect(turned(span, 1)).toBe("2026-03-01");
  expect(turned(span, -1)).toBe("2026-01-31");
});

test("a day on which the clocks change is narrower or wider", () => {
  const span = spanOf("week", "2026-10-25", "2026-10-25");
  const columns = columnsOf(span, windowOf(span, "Europe/Berlin"), "Europe/Berlin");
  expect(columns.at(-1)).toMatchObject({ day: "2026-10-25", hours: 25, isWeekend: true });
  expect(columns.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(1);
});

test("bars are cut at the ends of the window", () => {
  const window = { from: Date.parse("2026-11-16T00:00:00Z"), to: Date.parse("2026-11-18T00:00:00Z") };
  const shifts = [aShift("15T12:00", "16T12:00"), aShift("17T12:00", "19T00:00"), aShift("20T00:00", "21T00:00")];
  expect(barsOf(shifts, window).map(({ left, width }) => [left, width])).toEqual([
    [0, 0.25],
    [0.75, 0.25],
  ]);
});

test("a window shows the shifts that touch it, whole", () => {
  const window = { from: Date.parse("2026-11-16T00:00:00Z"), to: Date.parse("2026-11-17T00:00:00Z") };
  const shifts = [aShift("14T00:00", "16T00:00"), gap("16T00:00", "16T06:00"), aShift("16T06:00", "20T00:00")];
  expect(shiftsIn(shifts, window)).toEqual(shifts.slice(1));
});

test("shifts of one person that follow each other become one", () => {
  const shifts = [
    aShift("16T00:00", "17T00:00"),
    aShift("17T00:00", "18T00:00", { layer: 2 }),
    gap("18T00:00", "19T00:00"),
  ];
  expect(joined(shifts).map(({ from, to }) => [from.slice(8, 10), to.slice(8, 10)])).toEqual([
    ["16", "18"],
    ["18", "19"],
  ]);
});

test("a gap is time without a layer, not a person who is unknown", () => {
  expect(isGap(gap("16T00:00", "17T00:00"))).toBe(true);
  expect(isGap(aShift("16T00:00", "17T00:00", { user: null }))).toBe(false);
});

test("gaps count from now on", () => {
  const now = Date.parse("2026-11-16T12:00:00Z");
  const final = [gap("15T00:00", "15T06:00"), gap("16T00:00", "17T00:00"), aShift("17T00:00", "18T00:00")];
  expect(gapsAhead(final, now)).toEqual([{ from: "2026-11-16T12:00:00.000Z", to: "2026-11-17T00:00:00.000Z" }]);
});
