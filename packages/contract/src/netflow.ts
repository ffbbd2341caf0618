import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { line, nullable, oneOf, paging, Timestamp } from "./schema.ts";
import { timeWindow } from "./telemetry.ts";

const count = Type.Integer();
const port = Type.Integer({ minimum: 0, maximum: 65_535 });

export const Flow = Type.Object({
  timestamp: Timestamp,
  protocol: Type.String({ description: "tcp, udp, icmp, …, or a number if it has no name" }),
  src_ip: Type.String(),
  src_port: nullable(port),
  dst_ip: Type.String(),
  dst_port: nullable(port),
  bytes: count,
  packets: count,
  label: Type.String({ description: "Application by destination port, then by source port; empty when unknown" }),
  in_interface: nullable(Type.String()),
  out_interface: nullable(Type.String()),
  start: nullable(Timestamp),
  end: nullable(Timestamp),
  sampling: nullable(Type.Integer({ description: "Sampling rate: one in this many packets was counted" })),
  exporter: nullable(Type.String()),
});
export type Flow = Static<typeof Flow>;

export const flowGroupings = ["src_ip", "dst_ip", "protocol"] as const;

const address = line(50, "An address, or a network such as 10.0.0.0/8");
const filter = {
  ...timeWindow,
  protocol: Type.Optional(line(30)),
  src_ip: Type.Optional(address),
  dst_ip: Type.Optional(address),
  dst_port: Type.Optional(port),
};

const shared = { method: "GET", access: "observability:read", module: "netflow", effect: "read" } as const;
const window = "`to` defaults to now, `from` to 24 hours before.";

export const netflow = {
  list: operation({
    ...shared,
    path: "/api/netflow",
    summary: "List network flows, newest first, with totals of the whole window",
    description: window,
    envelope: "both",
    query: Type.Object({ ...filter, ...paging }),
    reply: Type.Object({
      flows: Type.Array(Flow),
      total: count,
      limit: count,
      offset: count,
      summary: Type.Object({
        window: Type.Object({ from: Timestamp, to: Timestamp }),
        totals: Type.Object({ flows: count, bytes: count, packets: count, protocols: count }),
        top_dest_ports: Type.Array(Type.Object({ dst_port: count, label: Type.String(), bytes: count, flows: count })),
        bytes_series: Type.Array(Type.Object({ ts: Timestamp, bytes: count }), { description: "Hourly sums" }),
      }),
    }),
  }),
  topTalkers: operation({
    ...shared,
    path: "/api/netflow/top-talkers",
    summary: "List top talkers by source, destination or protocol",
    description: window,
    query: Type.Object({
      ...filter,
      group_by: Type.Optional(oneOf(flowGroupings, { default: "src_ip" })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 10 })),
    }),
    reply: Type.Array(
      Type.Object({ key: Type.String(), label: Type.String(), bytes: count, packets: count, flows: count }),
    ),
  }),
};
