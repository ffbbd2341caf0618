import { expect, test } from "vitest";
import { pathsOf, portText } from "./paths.ts";

const aPair = (src_ip: string, dst_ip: string, dst_port: number | null, bytes: number) => ({
  ...{ src_ip, dst_ip, dst_port, bytes },
  ...{ label: dst_port === 443 ? "https" : "", packets: 1, flows: 1 },
});
const nameOf = (ip: string) => (ip === "b" ? "db-1" : undefined);

test("links add up, and an address that sends and receives has two nodes", () => {
  const pairs = [aPair("a", "b", 443, 10), aPair("a", "b", 22, 5), aPair("b", "a", 443, 1)];
  const { nodes, links } = pathsOf(pairs, nameOf);
  expect(nodes.map(({ name, text }) => [name, text])).toEqual([
    ["0 a", "a"],
    ["1 b", "db-1"],
    ["2 443", "443 https"],
    ["2 22", "22"],
    ["0 b", "db-1"],
    ["1 a", "a"],
  ]);
  expect(links).toContainEqual({ source: "0 a", target: "1 b", value: 15 });
  expect(links).toContainEqual({ source: "1 b", target: "2 443", value: 10 });
  expect(links).toContainEqual({ source: "1 a", target: "2 443", value: 1 });
});

test("flows without a port end in a node of their own", () => {
  expect(portText(null, "")).toBe("no port");
});
