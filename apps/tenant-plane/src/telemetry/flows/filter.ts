import { bind, chsql, invalid, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, boundedRange } from "../time-range.ts";
import { type Network, parseNetwork } from "./addresses.ts";
import { protocolName } from "./protocols.ts";

export interface FlowQuery {
  from?: string;
  to?: string;
  protocol?: string;
  src_ip?: string;
  dst_ip?: string;
  dst_port?: number;
}

/** A filter as SQL. `byHour` is true when the hourly projection can answer it too. */
export interface FlowFilter {
  window: BoundedRange;
  conditions: (SqlFragment | false)[];
  byHour: boolean;
}

export function flowFilter(query: FlowQuery, now: Date): FlowFilter {
  const { protocol, src_ip, dst_ip, dst_port } = query;
  return {
    window: boundedRange(query, now, 24),
    conditions: [
      protocol !== undefined && chsql`protocol = ${bind.text(readProtocol(protocol))}`,
      src_ip !== undefined && within(chsql`src_ip`, readNetwork("src_ip", src_ip)),
      dst_ip !== undefined && within(chsql`dst_ip`, readNetwork("dst_ip", dst_ip)),
      dst_port !== undefined && chsql`dst_port = ${bind.whole(dst_port)}`,
    ],
    byHour: src_ip === undefined && dst_ip === undefined,
  };
}

function readProtocol(written: string): string {
  return (
    protocolName(written) ??
    invalid(
      "protocol",
      `'${written}' is not an IP protocol; use a name such as tcp, udp or icmp, or a number up to 255.`,
    )
  );
}

function readNetwork(name: string, written: string): Network {
  return parseNetwork(written) ?? invalid(name, `'${written}' is neither an address nor a network such as 10.0.0.0/8.`);
}

/** A single address is compared with =, because the address index serves only equality. */
function within(side: SqlFragment, { address, bits }: Network): SqlFragment {
  if (bits === 128) return chsql`${side} = toIPv6(${bind.text(address)})`;
  const range = chsql`IPv6CIDRToRange(toIPv6(${bind.text(address)}), toUInt8(${bind.unsigned(bits)}))`;
  return chsql`${side} BETWEEN ${range}.1 AND ${range}.2`;
}
