import { expect, test } from "vitest";
import { findReference } from "./reference.ts";

const pages = { INC: "/incidents/$reference", CHG: "/changes/$reference", REQ: "/requests/$reference" };

test.each(["INC-00000042", "inc-42", "inc 42", "#42", "INC42"])("%s names INC-00000042", (written) => {
  expect(findReference(written, pages)).toEqual({ to: "/incidents/$reference", reference: "INC-00000042" });
});

test("changes and requests have references too", () => {
  expect(findReference("chg 7", pages)).toEqual({ to: "/changes/$reference", reference: "CHG-00000007" });
  expect(findReference("REQ-00000123", pages)).toEqual({ to: "/requests/$reference", reference: "REQ-00000123" });
});

test("other words are not references", () => {
  for (const written of ["", "42", "incident", "inc-", "ABC-00000042", "#"])
    expect(findReference(written, pages)).toBeUndefined();
});
