import { expect, test } from "vitest";
import { instantOf, startOfDay, wallOf, zoneDay, zoneRange } from "./zone.ts";

const iso = (instant: number) => new Date(instant).toISOString();

test("a local time and its instant belong together", () => {
  expect(wallOf(Date.parse("2026-07-01T10:30:00Z"), "Europe/Berlin")).toBe("2026-07-01T12:30");
  expect(iso(instantOf("2026-07-01T12:30", "Europe/Berlin"))).toBe("2026-07-01T10:30:00.000Z");
  expect(iso(instantOf("2026-01-01T00:00", "Asia/Kolkata"))).toBe("2025-12-31T18:30:00.000Z");
});

test("a time that is skipped is the moment when the clocks change", () => {
  expect(iso(instantOf("2026-03-29T02:30", "Europe/Berlin"))).toBe("2026-03-29T01:00:00.000Z");
  expect(iso(instantOf("2026-03-08T02:15", "America/New_York"))).toBe("2026-03-08T07:00:00.000Z");
});

test("a time that happens twice is the first one", () => {
  expect(iso(instantOf("2026-10-25T02:30", "Europe/Berlin"))).toBe("2026-10-25T00:30:00.000Z");
});

test("a day starts at midnight of its timezone, or at the first moment after it", () => {
  expect(iso(startOfDay("2026-11-16", "Asia/Tokyo"))).toBe("2026-11-15T15:00:00.000Z");
  expect(zoneDay(Date.parse("2026-11-15T15:00:00Z"), "Asia/Tokyo")).toBe("2026-11-16");
  // Midnight is skipped there.
  expect(iso(startOfDay("2026-09-06", "America/Santiago"))).toBe("2026-09-06T04:00:00.000Z");
});

test("a range names its day once when it ends on the same day", () => {
  expect(zoneRange("2026-11-16T08:00:00Z", "2026-11-16T16:00:00Z", "Europe/Berlin")).toBe("Mon 16 Nov 09:00 – 17:00");
  expect(zoneRange("2026-11-16T08:00:00Z", "2026-11-23T08:00:00Z", "Europe/Berlin")).toBe(
    "Mon 16 Nov 09:00 – Mon 23 Nov 09:00",
  );
});
