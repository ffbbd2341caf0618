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

/** What flows over time can be split by. */
export const flowSplits = [...flowGroupings, "dst_port"] as const;
export type FlowSplit = (typeof flowSplits)[number];

const figures = { bytes: count, packets: count, flows: count };
const counts = Type.Array(count, { description: "One sum for each time" });

export const FlowSeries = Type.Object({
  from: Timestamp,
  to: Timestamp,
  step_seconds: count,
  times: Type.Array(Timestamp, { description: "The start of each step" }),
  series: Type.Array(
    Type.Object({
      key: nullable(Type.String({ description: "An address, protocol or port. Null: all other flows together" })),
      label: Type.String({ description: "As in top talkers and top_dest_ports" }),
      bytes: counts,
      packets: counts,
      flows: counts,
    }),
  ),
});
export type FlowSeries = Static<typeof FlowSeries>;

export const FlowPairs = Type.Object({
  pairs: Type.Array(
    Type.Object({
      src_ip: Type.String(),
      dst_ip: Type.String(),
      dst_port: nullable(port),
      label: Type.String({ description: "Application by destination port; empty when unknown" }),
      ...figures,
    }),
  ),
  other: Type.Object(figures, { description: "All flows of the window that are not in `pairs`" }),
});
export type FlowPairs = Static<typeof FlowPairs>;

export const AddressName = Type.Object({
  ip: Type.String({ description: "The address as it was asked for" }),
  id: Type.String({ description: "Id of the configuration item" }),
  name: Type.String(),
  class: Type.String(),
});
export type AddressName = Static<typeof AddressName>;

/** Addresses are in the URL, whose length is limited. */
export const maxNamedAddresses = 200;

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
  series: operation({
    ...shared,
    path: "/api/netflow/series",
    summary: "Sum network flows over time",
    description: `${window} The step is chosen to give at most \`points\` points. Steps start at multiples of their length. The first and the last step count only flows in the window.`,
    query: Type.Object({
      ...filter,
      group_by: Type.Optional(oneOf(flowSplits)),
      top: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 20,
          default: 8,
          description: "Groups with most bytes; the others are summed up",
        }),
      ),
      points: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    }),
    reply: FlowSeries,
  }),
  pairs: operation({
    ...shared,
    path: "/api/netflow/pairs",
    summary: "List source, destination and port with most bytes",
    description: window,
    query: Type.Object({
      ...filter,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 30 })),
    }),
    reply: FlowPairs,
  }),
  names: operation({
    ...shared,
    access: "cmdb:read",
    module: "cmdb",
    path: "/api/netflow/names",
    summary: "Find the configuration items of addresses",
    description:
      "An item has an address when its attribute `ip_address` is this text, or its attribute `ip_addresses` is a list with it. Sorted by address, then by name; at most 1,000 items.",
    query: Type.Object({
      ip: Type.Array(line(50), {
        minItems: 1,
        maxItems: maxNamedAddresses,
        description: "Addresses, several by comma",
      }),
    }),
    reply: Type.Array(AddressName),
  }),
};
