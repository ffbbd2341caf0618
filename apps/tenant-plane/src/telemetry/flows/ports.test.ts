import { describe, expect, test } from "vitest";
import { labelOf } from "./ports.ts";
import { protocolLabel, protocolName } from "./protocols.ts";

describe("the application of a flow", () => {
  test("is known by its destination port, under IANA's name", () => {
    expect(labelOf("tcp", 443, 51_234)).toBe("https");
    expect(labelOf("udp", 53, 40_000)).toBe("domain");
    expect(labelOf("tcp", 5432, null)).toBe("postgresql");
  });

  test("is that of the source port where the destination tells nothing: the answer to a request", () => {
    expect(labelOf("tcp", 51_234, 22)).toBe("ssh");
    expect(labelOf("tcp", null, 25)).toBe("smtp");
  });

  test("is the destination's where both ports tell something", () => {
    expect(labelOf("tcp", 80, 443)).toBe("http");
  });

  test("differs where UDP carries something else than TCP", () => {
    expect(labelOf("udp", 514, null)).toBe("syslog");
    expect(labelOf("tcp", 514, null)).toBe("shell");
  });

  test("is empty when unknown, and for protocols without ports: what stands there is a type of ICMP", () => {
    expect(labelOf("tcp", 51_234, 51_235)).toBe("");
    expect(labelOf("icmp", 53, null)).toBe("");
  });
});

describe("a protocol", () => {
  test("is stored by its name, however it was written", () => {
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

  test("is stored by its number where that has no name", () => {
    expect([253, "253", "007"].map(protocolName)).toEqual(["253", "253", "cbt"]);
  });

  test("is refused when there is none such", () => {
    expect(["", "http", 256, -1, 1.5, "6.0", "constructor", Number.NaN].map(protocolName)).toEqual(
      Array.from({ length: 8 }, () => undefined),
    );
  });

  test("has a label for people", () => {
    expect(["tcp", "icmpv6", "ospf", "253"].map(protocolLabel)).toEqual(["TCP", "ICMPv6", "OSPF", "Protocol 253"]);
  });
});
