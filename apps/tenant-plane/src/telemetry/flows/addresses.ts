import { isIP } from "node:net";

/** A network: all addresses that share the first `bits` of 128. IPv4 is stored as mapped IPv6, ::ffff:a.b.c.d. */
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

/** A stored address in its usual notation. */
export function plainAddress(stored: string): string {
  return stored.replace(/^::ffff:(?=\d+\.)/i, "");
}
