import { describe, expect, test } from "vitest";
import { labelOf } from "./ports.ts";
import { protocolLabel, protocolName } from "./protocols.ts";

describe("the application of a flow", () => {
  test("is the IANA service of its destination port", () => {
    expect(labelOf("tcp", 443, 51_234)).toBe("https");
    expect(labelOf("udp", 53, 40_000)).toBe("domain");
    expect(labelOf("tcp", 5432, null)).toBe("postgresql");
  });

  test("is the service of the source port when the destination port is unknown, as in a response", () => {
    expect(labelOf("tcp", 51_234, 22)).toBe("ssh");
    expect(labelOf("tcp", null, 25)).toBe("smtp");
  });

  test("is the destination's service when both ports are known", () => {
    expect(labelOf("tcp", 80, 443)).toBe("http");
  });

  test("differs where UDP and TCP use a port for different services", () => {
    expect(labelOf("udp", 514, null)).toBe("syslog");
    expect(labelOf("tcp", 514, null)).toBe("shell");
  });

  test("is empty when unknown and for protocols without ports, where the field holds an ICMP type", () => {
    expect(labelOf("tcp", 51_234, 51_235)).toBe("");
    expect(labelOf("icmp", 53, null)).toBe("");
  });
});

describe("a protocol", () => {
  test("is stored by its name for every spelling", () => {
    expect(["TCP", "6", 6, " tcp ", "Ipv6-ICMP", 58, 132, "47"].map(protocolName)).toEqual([
      "tcp",
      "tcp",
      "tcp",
      "tcp",
      "icmpv6",
      "icmpv6",
      "sctp",
      "gre",
    ]);
  });

  test("is stored by its number when it has no name", () => {
    expect([253, "253", "007"].map(protocolName)).toEqual(["253", "253", "cbt"]);
  });

  test("is refused when it does not exist", () => {
    expect(["", "http", 256, -1, 1.5, "6.0", "constructor", Number.NaN].map(protocolName)).toEqual(
      Array.from({ length: 8 }, () => undefined),
    );
  });

  test("has a readable label", () => {
    expect(["tcp", "icmpv6", "ospf", "253"].map(protocolLabel)).toEqual(["TCP", "ICMPv6", "OSPF", "Protocol 253"]);
  });
});
