import { expect, test } from "vitest";
import { pointLabel, tickLabels } from "./time-labels.ts";

const at = (iso: string) => Date.parse(iso);
const hour = 3_600_000;

test("ticks are days, or clock times with the day at midnight", () => {
  expect(tickLabels([at("2026-11-15"), at("2026-11-16")], 24 * hour, "utc")).toEqual(["Nov 15", "Nov 16"]);
  expect(tickLabels([at("2026-11-15T18:00Z"), at("2026-11-16")], 6 * hour, "utc")).toEqual(["18:00", "Nov 16"]);
  expect(tickLabels([at("2026-11-15T18:00:30Z")], 10_000, "utc")).toEqual(["18:00:30"]);
});

test("a point shows its day, and its time when points are closer than days", () => {
  expect(pointLabel(at("2026-11-15"), 24 * hour, "utc")).toBe("Sun, Nov 15, 2026");
  expect(pointLabel(at("2026-11-15T18:00:30Z"), hour, "utc")).toBe("Nov 15, 18:00:30");
});
