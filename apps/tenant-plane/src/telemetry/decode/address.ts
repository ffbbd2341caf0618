import { isIPv4, isIPv6 } from "node:net";

/** The sixteen IPv6 bytes of an IP address; IPv4 is mapped to ::ffff:a.b.c.d. Undefined for invalid text. */
export function addressBytes(written: string): Uint8Array | undefined {
  const bytes = new Uint8Array(16);
  if (isIPv4(written)) {
    bytes[10] = 255;
    bytes[11] = 255;
    bytes.set(written.split(".").map(Number), 12);
    return bytes;
  }
  if (!isIPv6(written) || written.includes("%")) return undefined;
  const [left = "", right] = withoutDots(written).split("::");
  const head = groups(left);
  const tail = right === undefined ? [] : groups(right);
  for (const [index, group] of head.entries()) setGroup(bytes, index, group);
  for (const [index, group] of tail.entries()) setGroup(bytes, 8 - tail.length + index, group);
  return bytes;
}

function groups(part: string): number[] {
  return part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
}

function setGroup(bytes: Uint8Array, index: number, group: number): void {
  bytes[index * 2] = group >> 8;
  bytes[index * 2 + 1] = group & 255;
}

/** `::ffff:10.0.0.1` ends in an IPv4 address, which is two groups. */
function withoutDots(written: string): string {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(written);
  if (dotted === null) return written;
  const [a = 0, b = 0, c = 0, d = 0] = dotted.slice(1).map(Number);
  return `${written.slice(0, dotted.index)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
