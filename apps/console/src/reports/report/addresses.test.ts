import { expect, test } from "vitest";
import { plainAddresses, wrongAddress } from "./addresses.ts";

test("names are left out, and an address counts once", () => {
  expect(plainAddresses(["Ann Lee <Ann@Example.com>", "ann@example.com ", "bob@example.com"])).toEqual([
    "ann@example.com",
    "bob@example.com",
  ]);
});

test.each(["ann", "ann@", "@example.com", "ann@example", "ann@example.", "a b@example.com"])(
  "'%s' is no address",
  (written) => expect(wrongAddress(["bob@example.com", written])).toBe(written),
);

test("real addresses are accepted", () => {
  expect(wrongAddress(["ann+ops@mail.example.co.uk", "o'neil@example.com"])).toBeUndefined();
});
