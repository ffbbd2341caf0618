import { expect, test } from "vitest";
import { referenceIn } from "./reference.ts";

test.each(["INC-00000042", "inc-42", "inc 42", "#42", "INC42"])("%s names INC-00000042", (written) => {
  expect(referenceIn(written)).toEqual({ to: "/incidents/$reference", reference: "INC-00000042" });
});

test("changes and requests are named likewise", () => {
  expect(referenceIn("chg 7")).toEqual({ to: "/changes/$reference", reference: "CHG-00000007" });
  expect(referenceIn("REQ-00000123")).toEqual({ to: "/requests/$reference", reference: "REQ-00000123" });
});

test("other words are no reference", () => {
  for (const written of ["", "42", "incident", "inc-", "ABC-00000042", "#"])
    expect(referenceIn(written)).toBeUndefined();
});
