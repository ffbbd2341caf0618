import { isIP, isIPv6 } from "node:net";

/** The key of rate limits: an IPv4 address, or the /64 network of an IPv6 address, because one customer has a whole /64. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = (address.split("%")[0] ?? "").split("::");
  const [left, right] = [parts(head), parts(tail)];
  const zeros = address.includes("::") ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0") : [];
  return `${[...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":")}::/64`;
}

function parts(text: string): string[] {
  return text === "" ? [] : text.split(":");
}

export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\./i.test(address) || address === "::1";
}

/** An address, or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = "", length, ...rest] = text.split("/");
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || rest.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits);
}
