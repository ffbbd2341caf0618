import { expect, test } from "vitest";
import { addressGroup, isLoopback, isNetwork } from "./addresses.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::192.0.2.33", "64:ff9b:0:0::/64"],
  ["not an address", "not an address"],
])("limits count %s as %s", (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test("loopback is 127.0.0.0/8 and ::1 in every notation", () => {
  expect(["127.0.0.1", "127.9.9.9", "::ffff:127.0.0.1", "::1"].map(isLoopback)).toEqual([true, true, true, true]);
  expect(["10.0.0.1", "::2", "1127.0.0.1"].map(isLoopback)).toEqual([false, false, false]);
});

test.each([
  ["10.0.0.0/8", true],
  ["127.0.0.1", true],
  ["fd00::/8", true],
  ["10.0.0.0/33", false],
  ["fd00::/129", false],
  ["10.0.0.0/", false],
  ["10.0.0.0/8/8", false],
  ["proxy.local", false],
])("%s as a network: %s", (text, answer) => {
  expect(isNetwork(text)).toBe(answer);
});
