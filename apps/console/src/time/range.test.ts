import { expect, test } from "vitest";
import { fieldText, intervalOf, rangeLabel, readRange, readRefresh, shifted, typedTime, zoomedOut } from "./range.ts";

const now = Date.parse("2026-11-16T12:00:00Z");
const hour = 3_600_000;
const ago = (hours: number) => now - hours * hour;

test("an address without a range uses the page's default", () => {
  expect(readRange({}, "7d", now)).toEqual({ range: { from: "now-7d", to: "now" } });
});

test("relative and absolute ranges are read, and an open end is now", () => {
  expect(readRange({ from: "now-6h" }, "7d", now)).toEqual({ range: { from: "now-6h", to: "now" } });
  const range = { from: "2026-11-15T00:00:00.000Z", to: "2026-11-16T00:00:00.000Z" };
  expect(readRange(range, "7d", now)).toEqual({ range });
  expect(intervalOf(range, now)).toEqual({ from: Date.parse(range.from), to: Date.parse(range.to) });
});

test.each([
  [{ from: "yesterday" }, '"yesterday" is not a time.'],
  [{ from: "now-1h", to: "now-2h" }, "The start must be before the end."],
  [{ from: "2026-11-16", to: "2026-11-16" }, "The start must be before the end."],
])("%j falls back to the page's default range with a reason", (search, problem) => {
  expect(readRange(search, "24h", now)).toEqual({ range: { from: "now-24h", to: "now" }, problem });
});

test("zooming out doubles the range around its middle, but not beyond now", () => {
  expect(zoomedOut({ from: ago(6), to: ago(4) }, now)).toEqual({ from: ago(7), to: ago(3) });
  expect(zoomedOut({ from: ago(2), to: now }, now)).toEqual({ from: ago(4), to: now });
});

test("steps go back and forth by the length of the range and stop at now", () => {
  expect(shifted({ from: ago(2), to: now }, -1, now)).toEqual({ from: ago(4), to: ago(2) });
  expect(shifted({ from: ago(4), to: ago(2) }, 1, now)).toEqual({ from: ago(2), to: now });
  expect(shifted({ from: ago(3), to: ago(1) }, 1, now)).toEqual({ from: ago(2), to: now });
});

test("a range that ends in the future is not cut to now by steps or zoom", () => {
  const future = { from: ago(1), to: now + hour };
  expect(shifted(future, 1, now)).toEqual(future);
  expect(zoomedOut(future, now).to).toBe(now + hour);
});

test.each([
  [{ from: "now-6h", to: "now" }, "Last 6 hours"],
  [{ from: "now-1d", to: "now" }, "Last day"],
  [{ from: "now-6h", to: "now-1h" }, "now-6h to now-1h"],
  [{ from: "2026-11-15T03:00:00.000Z", to: "now" }, "2026-11-15 03:00 to now"],
])("%j is called %s", (range, label) => {
  expect(rangeLabel(range, "utc")).toBe(label);
});

test("a typed time is in the console's time zone; other text stays as typed", () => {
  expect(typedTime("2026-11-15 03:00", "utc")).toBe("2026-11-15T03:00:00.000Z");
  expect(typedTime(" 2026-11-15 ", "utc")).toBe("2026-11-15T00:00:00.000Z");
  expect(typedTime("now-6h", "utc")).toBe("now-6h");
  expect(typedTime("soon", "utc")).toBe("soon");
  expect(fieldText(typedTime("2026-07-01 10:30", "local"), "local")).toBe("2026-07-01 10:30");
});

test("only known refresh intervals are read", () => {
  expect([readRefresh("30s"), readRefresh("1ms"), readRefresh(undefined)]).toEqual(["30s", undefined, undefined]);
});
