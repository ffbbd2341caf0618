import { expect, test } from "vitest";
import { rateText } from "./rate-text.ts";

test("a rate has its counts and interval", () => {
  expect(rateText({ value: 0.673, low: 0.541, high: 0.782 }, 37, 55)).toEqual({
    ...{ value: "67%", note: "37 of 55, 95% CI 54–78%" },
  });
});

test("fewer than ten judged incidents have counts and no rate", () => {
  expect(rateText({ value: 1, low: 0.7, high: 1 }, 9, 9)).toEqual({ value: "–", note: "9 of 9" });
  expect(rateText(null, 0, 0)).toEqual({ value: "–", note: "0 of 0" });
});
