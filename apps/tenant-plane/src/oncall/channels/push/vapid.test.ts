import { expect, test } from "vitest";
import { claimsOf } from "../../../../test/push-service.ts";
import { contactOf, newVapidKey, vapidHeader, vapidKeysOf } from "./vapid.ts";

const now = new Date("2026-03-01T12:00:00Z");
const message = { endpoint: "https://push.example.com:8443/send/abc?x=1", contact: "https://ops.example.com", now };

test("the header names the push service, the contact and an expiry of half a day, signed with the key", () => {
  const keys = vapidKeysOf(newVapidKey());
  const header = vapidHeader(keys, message);
  expect(claimsOf(header)).toEqual({
    claims: { aud: "https://push.example.com:8443", exp: now.getTime() / 1000 + 12 * 3600, sub: message.contact },
    publicKey: keys.publicKey,
  });
  const other = header.replace(keys.publicKey, vapidKeysOf(newVapidKey()).publicKey);
  expect(() => claimsOf(other)).toThrow("signature");
});

test("the contact is the console's https address, or else a mail address", () => {
  expect(contactOf("https://ops.example.com/console")).toBe("https://ops.example.com");
  expect(contactOf("http://10.1.2.3:3000")).toBe("mailto:opsplane@10.1.2.3");
});
