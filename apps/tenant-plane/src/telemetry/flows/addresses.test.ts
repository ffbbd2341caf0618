import { expect, test } from "vitest";
import { addressWord, parseNetwork, plainAddress } from "./addresses.ts";

test("an address is a network of one", () => {
  expect(parseNetwork("10.1.2.3")).toEqual({ address: "10.1.2.3", bits: 128 });
  expect(parseNetwork("2001:DB8::1")).toEqual({ address: "2001:DB8::1", bits: 128 });
});

test("the length of an IPv4 network counts from where IPv4 stands in IPv6", () => {
  expect(parseNetwork("10.0.0.0/8")).toEqual({ address: "10.0.0.0", bits: 104 });
  expect(parseNetwork("0.0.0.0/0")).toEqual({ address: "0.0.0.0", bits: 96 });
  expect(parseNetwork("2001:db8::/32")).toEqual({ address: "2001:db8::", bits: 32 });
});

test.each([
  "",
  "10.0.0",
  "10.0.0.0/33",
  "::/129",
  "10.0.0.0/",
  "10.0.0.0/-1",
  "fe80::1%eth0",
  "example.com",
  "1.2.3.4' OR 1",
])("'%s' is neither", (written) => {
  expect(parseNetwork(written)).toBeUndefined();
});

test("a stored address is shown as people write it", () => {
  expect(plainAddress("::ffff:10.0.0.1")).toBe("10.0.0.1");
  expect(plainAddress("2001:db8::1")).toBe("2001:db8::1");
  expect(plainAddress("::1")).toBe("::1");
});

test.each([
  ["10.1.2.3", "private"],
  ["172.31.255.255", "private"],
  ["172.32.0.0", "public"],
  ["fd00::1", "private"],
  ["127.0.0.1", "loopback"],
  ["::1", "loopback"],
  ["169.254.0.7", "link-local"],
  ["fe80::1", "link-local"],
  ["224.0.0.251", "multicast"],
  ["ff02::fb", "multicast"],
  ["100.64.0.1", "shared"],
  ["255.255.255.255", "broadcast"],
  ["0.0.0.0", "unspecified"],
  ["8.8.8.8", "public"],
  ["2606:4700::1111", "public"],
])("%s is %s", (address, word) => {
  expect(addressWord(address)).toBe(word);
});
