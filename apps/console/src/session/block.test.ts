import { expect, test } from "vitest";
import { blockIn, isRestriction } from "./block.ts";

test.each(["LICENSE_LOCKED", "LICENSE_INVALID", "SUBSCRIPTION_SUSPENDED"])("%s blocks the console", (code) => {
  expect(blockIn({ code, error: "Because.", trace_id: "1" })).toEqual({ code, message: "Because." });
  expect(isRestriction(code)).toBe(false);
});

test.each(["LICENSE_GRACE", "LICENSE_READ_ONLY", "SUBSCRIPTION_PAST_DUE"])("%s refuses only an operation", (code) => {
  expect(blockIn({ code, error: "Because." })).toBeUndefined();
  expect(isRestriction(code)).toBe(true);
});

test.each([undefined, null, "LICENSE_LOCKED", {}, { code: "LICENSE_LOCKED" }, { code: "FORBIDDEN", error: "No." }])(
  "%j is no block",
  (body) => expect(blockIn(body)).toBeUndefined(),
);
