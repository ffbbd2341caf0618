import { createCipheriv, createHmac, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type SecretBox, secretBox } from "./secrets.ts";

const isCurrent = ({ header }: SecretBox, sealed: Buffer) => sealed.subarray(0, header.length).equals(header);
const [first, second] = [randomBytes(32), randomBytes(32)];

test("a sealed value can be opened, and is different every time", () => {
  const box = secretBox(first);
  const [one, other] = [box.seal("pässword"), box.seal("pässword")];
  expect(one.equals(other)).toBe(false);
  expect(one.includes("pässword")).toBe(false);
  expect([box.open(one), box.open(other)]).toEqual(["pässword", "pässword"]);
});

test("after a rotation the previous key still opens values, and the new key seals them", () => {
  const sealed = secretBox(first).seal("old");
  const rotated = secretBox(second, [first]);
  expect(rotated.open(sealed)).toBe("old");
  expect(isCurrent(rotated, sealed)).toBe(false);
  const again = rotated.seal("new");
  expect(isCurrent(rotated, again)).toBe(true);
  expect(secretBox(second).open(again)).toBe("new");
  expect(() => secretBox(second).open(sealed)).toThrow("a master key that this instance does not have");
});

test("a value of the first format, without a key id, is opened", () => {
  const key = createHmac("sha256", first).update("opsplane/seal/1").digest();
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const body = Buffer.concat([cipher.update("before", "utf8"), cipher.final()]);
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]);
  const box = secretBox(second, [first]);
  expect(box.open(sealed)).toBe("before");
  expect(isCurrent(box, sealed)).toBe(false);
});

test.each([0, 3, 11, 23, 39])("a value whose byte %i was changed is refused", (at) => {
  const box = secretBox(first);
  const sealed = box.seal("secret");
  sealed[at] = (sealed[at] ?? 0) ^ 1;
  expect(() => box.open(sealed)).toThrow();
});
