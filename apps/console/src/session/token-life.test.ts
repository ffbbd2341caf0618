import { expect, test } from "vitest";
import { usableForMs } from "./token-life.ts";

const tokenOf = (claims: object) => `x.${btoa(JSON.stringify(claims)).replaceAll("+", "-").replaceAll("/", "_")}.x`;

test("a token is renewed 45 seconds before its expiry, independent of this machine's clock", () => {
  const token = tokenOf({ iat: 1_000, exp: 1_900 });
  expect(usableForMs(token, "2026-01-01T00:00:00.000Z", Date.parse("2031-01-01"))).toBe(855_000);
});

test("a short-lived token is used for two thirds of its life", () => {
  expect(usableForMs(tokenOf({ iat: 0, exp: 30 }), "", 0)).toBe(20_000);
});

test("an unreadable token lasts until the expiry in the response", () => {
  expect(usableForMs("opaque", new Date(600_000).toISOString(), 0)).toBe(555_000);
});
