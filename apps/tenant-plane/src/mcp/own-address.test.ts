import { expect, test } from "vitest";
import { foreignArrival, type OwnAddress } from "./own-address.ts";

const known: OwnAddress = { origins: ["https://ops.example.com", "https://inside.example:8443"], hasPublicUrl: true };
const unknown: OwnAddress = { origins: [], hasPublicUrl: false };
const from = (own: OwnAddress, host: string, origin?: string, localAddress = "10.0.0.7") =>
  foreignArrival(own, { host, origin, localAddress }) === undefined;

test.each([
  "ops.example.com",
  "OPS.example.com:443",
  "inside.example:8443",
  "localhost:3000",
  "127.0.0.1:3000",
  "[::1]:3000",
  "10.0.0.7",
])("with a public address, Host %s is this server", (host) => expect(from(known, host)).toBe(true));

test.each(["evil.example", "ops.example.com.evil.example", "localhost.evil.example", "", "a b", "user@evil.example"])(
  "with a public address, Host '%s' is foreign",
  (host) => expect(from(known, host)).toBe(false),
);

test("without a public address, other machines may use any name, and this machine only its own", () => {
  expect(from(unknown, "opsplane.lan:3000")).toBe(true);
  expect(from(unknown, "opsplane.lan:3000", undefined, "127.0.0.1")).toBe(false);
  expect(from(unknown, "opsplane.lan:3000", undefined, "::1")).toBe(false);
  expect(from(unknown, "localhost:3000", undefined, "::1")).toBe(true);
});

test.each([
  ["ops.example.com", "https://ops.example.com"],
  ["ops.example.com", "https://inside.example:8443"],
  ["localhost:3000", "http://localhost:3000"],
  ["10.0.0.7:3000", "http://10.0.0.7:3000"],
])("Host %s with Origin %s is a page of this server", (host, origin) => expect(from(known, host, origin)).toBe(true));

test.each([
  ["ops.example.com", "https://evil.example"],
  ["ops.example.com", "null"],
  ["ops.example.com", ""],
  ["localhost:3000", "http://localhost:4000"],
  ["127.0.0.1:3000", "http://evil.example:3000"],
])("Host %s with Origin '%s' is a foreign page", (host, origin) => expect(from(known, host, origin)).toBe(false));

test("a page is foreign as long as nobody says which name is this server's", () => {
  expect(from(unknown, "evil.example:3000", "http://evil.example:3000")).toBe(false);
});
