import { expect, test } from "vitest";
import { openPasswords } from "./passwords.ts";

test("without an argument a hash takes 19 MiB and two passes of argon2id", async () => {
  expect(await openPasswords().hash("correct horse")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("a password matches only its own hash, and no password matches a missing hash", async () => {
  const passwords = openPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });
  const stored = await passwords.hash("correct horse");
  expect(await passwords.check("correct horse", stored)).toBe(true);
  expect(await passwords.check("wrong horse", stored)).toBe(false);
  expect(await passwords.check("nobody has this password", undefined)).toBe(false);
  expect(await passwords.check("correct horse", "not a hash")).toBe(false);
});
