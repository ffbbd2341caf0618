import { expect, test } from "vitest";
import { referenceRange, searchWords } from "./search.ts";

test("a search becomes prefixes of words, and punctuation is ignored", () => {
  expect(searchWords("check pay:ment & 'x'")).toBe("check:* & pay:* & ment:* & x:*");
  expect(searchWords(" !&|() ")).toBeUndefined();
});

test("only the number of a reference may be a prefix", () => {
  expect(searchWords(" inc-0000012 ")).toBe("inc & (0000012:* | '-0000012':*)");
});

test("text that looks like a reference finds references with that prefix", () => {
  expect(referenceRange(" inc-0000012", "INC")).toEqual({ from: "INC-0000012", to: "INC-0000012999999999" });
  expect(referenceRange("INC-", "INC")).toEqual({ from: "INC-", to: "INC-9999999999999999" });
  for (const other of ["CHG-00000012", "inc", "incident", "INC-12x", "12"])
    expect(referenceRange(other, "INC"), other).toBeUndefined();
});
