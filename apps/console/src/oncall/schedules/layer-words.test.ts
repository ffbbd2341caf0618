import { expect, test } from "vitest";
import { restrictionText } from "./layer-words.ts";

test("restrictions read as people say them", () => {
  expect(restrictionText({ start: "09:00", end: "17:00" })).toBe("every day 09:00–17:00");
  expect(restrictionText({ days: ["wed", "mon", "tue", "thu", "fri"], start: "09:00", end: "17:00" })).toBe(
    "Mon–Fri 09:00–17:00",
  );
  expect(restrictionText({ days: ["sat", "mon"], start: "22:00", end: "06:00" })).toBe(
    "Mon, Sat 22:00–06:00 (next day)",
  );
});
