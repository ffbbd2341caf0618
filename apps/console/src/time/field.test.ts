import { expect, test } from "vitest";
import { fromField, toField } from "./field.ts";

test("a field in UTC shows and means UTC", () => {
  expect(toField("2026-11-15T03:07:12.000Z", "utc")).toBe("2026-11-15T03:07");
  expect(fromField("2026-11-15T03:07", "utc")).toBe("2026-11-15T03:07:00.000Z");
});

test("a field in local time survives a round trip", () => {
  const moment = "2026-07-01T22:30:00.000Z";
  expect(fromField(toField(moment, "local"), "local")).toBe(moment);
});

test("an empty or half-typed field means no time", () => {
  expect(toField(null, "utc")).toBe("");
  expect(fromField("", "utc")).toBeUndefined();
  expect(fromField("soon", "utc")).toBeUndefined();
});
