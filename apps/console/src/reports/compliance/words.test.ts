import { expect, test } from "vitest";
import { attestable, countsText, evidencePage } from "./words.ts";

test("controls are counted by state", () => {
  const states = ["passed", "failed", "passed"] as const;
  expect(countsText(states.map((state) => ({ state })))).toBe("2 met, 1 not met");
  expect(countsText([])).toBe("");
});

test("evidence links to the page of its record", () => {
  expect(evidencePage({ kind: "change", reference: "CHG-00000042" })).toEqual({
    to: "/changes/$reference",
    reference: "CHG-00000042",
  });
  expect(evidencePage({ kind: "approval", reference: "REQ-00000007" })).toMatchObject({ to: "/requests/$reference" });
  expect(evidencePage({ kind: "user", reference: "ann@example.com" })).toEqual({ to: "/settings/users" });
  expect(evidencePage({ kind: "attestation", reference: "ann@example.com" })).toBeUndefined();
  expect(evidencePage({ kind: "license", reference: "CHG" })).toBeUndefined();
});

test("people attest only what cannot be measured", () => {
  expect(attestable).toEqual(["access_review", "backup"]);
});
