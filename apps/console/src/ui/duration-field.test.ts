import { expect, test } from "vitest";
import { spanWords, unitOf } from "./duration-field.tsx";

test.each([
  [1, "1 second"],
  [90, "90 seconds"],
  [300, "5 minutes"],
  [7200, "2 hours"],
  [86_400, "1 day"],
])("%d seconds are written as %s", (seconds, words) => {
  expect(spanWords(seconds)).toBe(words);
});

test("an empty time span is in seconds", () => {
  expect(unitOf(null)).toBe("seconds");
});
