import { own } from "@opsplane/contract";

/** IP protocols by their IANA numbers, with their common names. */
const names: Readonly<Record<number, string>> = {
  0: "hopopt",
  1: "icmp",
  2: "igmp",
  3: "ggp",
  4: "ipip",
  5: "st",
  6: "tcp",
  7: "cbt",
  8: "egp",
  9: "igp",
  12: "pup",
  17: "udp",
  20: "hmp",
  22: "xns-idp",
  27: "rdp",
  29: "iso-tp4",
  33: "dccp",
  36: "xtp",
  37: "ddp",
  41: "ipv6",
  42: "sdrp",
  43: "ipv6-route",
  44: "ipv6-frag",
  45: "idrp",
  46: "rsvp",
  47: "gre",
  48: "dsr",
  50: "esp",
  51: "ah",
  54: "narp",
  55: "mobile",
  57: "skip",
  58: "icmpv6",
  59: "ipv6-nonxt",
  60: "ipv6-opts",
  73: "rspf",
  81: "vmtp",
  88: "eigrp",
  89: "ospf",
  92: "mtp",
  93: "ax.25",
  94: "ipip-encap",
  97: "etherip",
  98: "encap",
  103: "pim",
  108: "ipcomp",
  112: "vrrp",
  113: "pgm",
  115: "l2tp",
  118: "stp",
  121: "smp",
  123: "ptp",
  124: "isis",
  128: "sscopmce",
  132: "sctp",
  133: "fc",
  135: "mobility",
  136: "udplite",
  137: "mpls-in-ip",
  138: "manet",
  139: "hip",
  140: "shim6",
  141: "wesp",
  142: "rohc",
  143: "ethernet",
  144: "aggfrag",
};

/** Other spellings, of IANA and of exporters. */
const spellings: Readonly<Record<string, string>> = {
  "ipv6-icmp": "icmpv6",
  icmp6: "icmpv6",
  ipencap: "ipip",
  "ip-in-ip": "ipip",
  ipv4: "ipip",
  ospfigp: "ospf",
  carp: "vrrp",
  "mobility-header": "mobility",
  "isis-over-ipv4": "isis",
  "udp-lite": "udplite",
};

const known = new Set(Object.values(names));
const labels: Readonly<Record<string, string>> = { icmpv6: "ICMPv6", ipip: "IP in IP", ipv6: "IPv6", isis: "IS-IS" };

/** The stored form of a protocol: its name, or its number when it has no name. Undefined for an unknown protocol. */
export function protocolName(written: string | number): string | undefined {
  const word = String(written).trim().toLowerCase();
  if (/^\d{1,3}$/.test(word)) return Number(word) > 255 ? undefined : (names[Number(word)] ?? String(Number(word)));
  const name = own(spellings, word) ?? word;
  return name !== undefined && known.has(name) ? name : undefined;
}

/** The display name of a stored protocol. */
export function protocolLabel(name: string): string {
  if (/^\d+$/.test(name)) return `Protocol ${name}`;
  return own(labels, name) ?? name.toUpperCase();
}
