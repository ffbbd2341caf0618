import { expect, test } from "vitest";
import { searchWords } from "./search.ts";

test("a search becomes beginnings of words, whatever signs were typed", () => {
  expect(searchWords("check pay:ment & 'x'")).toBe("check:* & pay:* & ment:* & x:*");
  expect(searchWords(" !&|() ")).toBeUndefined();
});
