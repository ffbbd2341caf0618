import { BlockList, isIP } from "node:net";

/** An address, or all that share its first `bits` of 128: IPv4 stands in IPv6 as ::ffff:a.b.c.d, as it is stored. */
export interface Network {
  address: string;
  bits: number;
}

/** Reads 10.1.2.3, 10.0.0.0/8, 2001:db8::1 or 2001:db8::/32. */
export function parseNetwork(written: string): Network | undefined {
  const [, address = "", length] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(written.trim()) ?? [];
  const version = isIP(address);
  if (version === 0) return undefined;
  const width = version === 4 ? 32 : 128;
  const bits = length === undefined ? width : Number(length);
  return bits > width ? undefined : { address, bits: 128 - width + bits };
}

/** A stored address as people write it. */
export function plainAddress(stored: string): string {
  return stored.replace(/^::ffff:(?=\d+\.)/i, "");
}

const ranges: Readonly<Record<string, readonly string[]>> = {
  unspecified: ["0.0.0.0/32", "::/128"],
  loopback: ["127.0.0.0/8", "::1/128"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
  shared: ["100.64.0.0/10"],
  "link-local": ["169.254.0.0/16", "fe80::/10"],
  multicast: ["224.0.0.0/4", "ff00::/8"],
  broadcast: ["255.255.255.255/32"],
  documentation: ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"],
};

const blocks = Object.entries(ranges).map(([word, networks]) => ({ word, block: blockOf(networks) }));

/** What kind of address this is, by its range. */
export function addressWord(address: string): string {
  const family = isIP(address) === 4 ? "ipv4" : "ipv6";
  return blocks.find(({ block }) => block.check(address, family))?.word ?? "public";
}

function blockOf(networks: readonly string[]): BlockList {
  const block = new BlockList();
  for (const network of networks) {
    const [address = "", length] = network.split("/");
    block.addSubnet(address, Number(length), isIP(address) === 4 ? "ipv4" : "ipv6");
  }
  return block;
}
