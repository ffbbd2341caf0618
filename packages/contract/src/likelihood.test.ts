import { expect, test } from "vitest";
import { likelihood } from "./likelihood.ts";

test("a likelihood has a word", () => {
  expect([0, 0.39, 0.4, 0.69, 0.7, 1].map((value) => likelihood(value).word)).toEqual([
    ...["Low", "Low", "Medium", "Medium", "High", "High"],
  ]);
});
