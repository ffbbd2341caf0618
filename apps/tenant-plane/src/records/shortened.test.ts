import { expect, test } from "vitest";
import { shortened } from "./shortened.ts";

test("a short text stays, a long one ends after a whole word", () => {
  expect(shortened("disk is full", 12)).toBe("disk is full");
  expect(shortened("disk is full", 11)).toBe("disk is…");
  expect(shortened("disk is full", 9)).toBe("disk is…");
});

test("a long word is cut, but never in the middle of a character", () => {
  expect(shortened("/var/lib/postgresql", 10)).toBe("/var/lib/…");
  expect(shortened("abc😀def", 5)).toBe("abc…");
});
