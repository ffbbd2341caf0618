import { expect, test } from "vitest";
import { centsOf, differenceText, moneyText } from "./money.ts";

test("cents are written as an amount of their currency", () => {
  expect(moneyText(125_000, "USD")).toBe("$1,250.00");
  expect(moneyText(-5, "EUR")).toBe("-€0.05");
});

test("a difference of prices has a sign", () => {
  expect(differenceText(1000, 3000, "USD")).toBe("+$20.00");
  expect(differenceText(3000, 1000, "USD")).toBe("-$20.00");
  expect(differenceText(1000, 1000, "USD")).toBe("no change");
});

test.each([
  ["1250", 125_000],
  ["12.5", 1250],
  [" 0.05 ", 5],
  ["12.345", undefined],
  ["-3", undefined],
  ["", undefined],
])("the amount '%s' is %s cents", (written, cents) => {
  expect(centsOf(written)).toBe(cents);
});
