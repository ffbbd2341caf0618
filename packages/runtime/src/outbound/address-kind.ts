import { BlockList, isIP } from "node:net";

// The first kind whose range holds an address counts.
const ranges = {
  // Where clouds give credentials to every caller.
  metadata: ["169.254.169.254/32", "fd00:ec2::254/128", "100.100.100.200/32", "168.63.129.16/32"],
  unspecified: ["0.0.0.0/8", "::/128"],
  loopback: ["127.0.0.0/8", "::1/128"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
  shared: ["100.64.0.0/10"],
  "link-local": ["169.254.0.0/16", "fe80::/10"],
  multicast: ["224.0.0.0/4", "ff00::/8"],
  broadcast: ["255.255.255.255/32"],
  documentation: ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"],
  // These embed another address, which may be any of the above.
  translated: ["64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::ffff:0:0:0/96", "::/96"],
  reserved: ["192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4", "fec0::/10"],
} as const;

export type AddressKind = keyof typeof ranges | "public";

const blocks = Object.entries(ranges).map(([kind, networks]) => ({
  kind: kind as AddressKind,
  block: blockListOf(networks),
}));

/** The kind of an address, by its range. */
export function addressKind(address: string): AddressKind {
  return blocks.find(({ block }) => isIn(block, address))?.kind ?? "public";
}

export function isIn(block: BlockList, address: string): boolean {
  return block.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** Networks such as 10.0.0.0/8, and single addresses. */
export function blockListOf(networks: readonly string[]): BlockList {
  const block = new BlockList();
  for (const network of networks) {
    const [address = "", length] = network.split("/");
    const isFour = isIP(address) === 4;
    block.addSubnet(address, Number(length ?? (isFour ? 32 : 128)), isFour ? "ipv4" : "ipv6");
  }
  return block;
}
