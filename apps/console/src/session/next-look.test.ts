import { expect, test } from "vitest";
import { msUntilNextLook } from "./next-look.ts";

const now = Date.parse("2026-11-18T12:00:00.000Z");

test("the profile is loaded again every five minutes", () => {
  expect(msUntilNextLook(undefined, now)).toBe(300_000);
  expect(msUntilNextLook(null, now)).toBe(300_000);
  expect(msUntilNextLook("2026-12-18T12:00:00.000Z", now)).toBe(300_000);
});

test("a state that ends soon is looked at a second after its end", () => {
  expect(msUntilNextLook("2026-11-18T12:00:20.000Z", now)).toBe(21_000);
});

test("a clock that is ahead of the server's causes no storm of requests", () => {
  expect(msUntilNextLook("2026-11-18T11:00:00.000Z", now)).toBe(300_000);
});
