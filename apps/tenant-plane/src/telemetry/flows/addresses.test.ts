import { expect, test } from "vitest";
import { parseNetwork, plainAddress } from "./addresses.ts";

test("an address is a network of one", () => {
  expect(parseNetwork("10.1.2.3")).toEqual({ address: "10.1.2.3", bits: 128 });
  expect(parseNetwork("2001:DB8::1")).toEqual({ address: "2001:DB8::1", bits: 128 });
});

test("an IPv4 prefix length is converted to its length in mapped IPv6", () => {
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

test("a stored address is shown in its usual notation", () => {
  expect(plainAddress("::ffff:10.0.0.1")).toBe("10.0.0.1");
  expect(plainAddress("2001:db8::1")).toBe("2001:db8::1");
  expect(plainAddress("::1")).toBe("::1");
});
