import { emptyLayout } from "@opsplane/contract";
import { expect, test } from "vitest";
import { boardRange, refreshSearch } from "./range.ts";

test("the address replaces the range and the refresh of the dashboard", () => {
  const layout = { ...emptyLayout, refresh_seconds: 60 as const };
  expect(boardRange({}, layout)).toEqual({ from: "now-6h", to: "now", refresh: "1m" });
  expect(boardRange({ from: "now-1h", refresh: "10s" }, layout)).toEqual({
    from: "now-1h",
    to: undefined,
    refresh: "10s",
  });
  expect(boardRange({ refresh: "off" }, layout)).toMatchObject({ refresh: undefined });
});

test("a choice that is the dashboard's own is not in the address, and no refresh is `off`", () => {
  const layout = { ...emptyLayout, refresh_seconds: 60 as const };
  expect(refreshSearch("1m", layout)).toBeUndefined();
  expect(refreshSearch("10s", layout)).toBe("10s");
  expect(refreshSearch(undefined, layout)).toBe("off");
  expect(refreshSearch(undefined, { ...layout, refresh_seconds: 0 })).toBeUndefined();
});
