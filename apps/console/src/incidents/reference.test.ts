import { expect, test } from "vitest";
import { referenceIn } from "./reference.ts";

test.each(["INC-00000042", "inc-42", "inc 42", "#42", "INC42"])("%s names INC-00000042", (written) => {
  expect(referenceIn(written)).toBe("INC-00000042");
});

test("other words are no reference", () => {
  for (const written of ["", "42", "incident", "inc-", "CHG-00000042"]) expect(referenceIn(written)).toBeUndefined();
});
