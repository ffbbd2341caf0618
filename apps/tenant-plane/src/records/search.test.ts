import { expect, test } from "vitest";
import { referenceRange, searchWords } from "./search.ts";

test("a search becomes beginnings of words, whatever signs were typed", () => {
  expect(searchWords("check pay:ment & 'x'")).toBe("check:* & pay:* & ment:* & x:*");
  expect(searchWords(" !&|() ")).toBeUndefined();
});

test("of a reference only the number may be a beginning", () => {
  expect(searchWords(" inc-0000012 ")).toBe("inc & (0000012:* | '-0000012':*)");
});

test("what looks like a reference asks for the references that begin with it", () => {
  expect(referenceRange(" inc-0000012", "INC")).toEqual({ from: "INC-0000012", to: "INC-0000012999999999" });
  expect(referenceRange("INC-", "INC")).toEqual({ from: "INC-", to: "INC-9999999999999999" });
  for (const other of ["CHG-00000012", "inc", "incident", "INC-12x", "12"])
    expect(referenceRange(other, "INC"), other).toBeUndefined();
});
