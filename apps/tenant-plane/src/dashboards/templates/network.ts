import { layoutOf, type Template, widget } from "./build.ts";

const by = ["host.name"];

/** Network flows, and the interfaces of hosts. */
export const network: Template = {
  key: "network",
  name: "Network",
  description: "Traffic by protocol and port, the busiest addresses, and lost packets of hosts.",
  layout: layoutOf([
    widget("time_series", "Traffic by protocol", [0, 0, 12, 8], {
      queries: [{ source: "flows", figure: "bytes", by: ["protocol"] }],
      ...{ unit: "bytes", draw: "areas" },
    }),
    widget("time_series", "Traffic by application", [12, 0, 12, 8], {
      queries: [{ source: "flows", figure: "bytes", by: ["dst_port"] }],
      ...{ unit: "bytes", draw: "areas" },
    }),
    widget("table", "Busiest sources", [0, 8, 12, 8], {
      queries: [
        { source: "flows", name: "Bytes", figure: "bytes", by: ["src_ip"] },
        { source: "flows", name: "Flows", figure: "flows", by: ["src_ip"] },
      ],
      units: ["bytes", "count"],
      reduce: "sum",
    }),
    widget("table", "Busiest destinations", [12, 8, 12, 8], {
      queries: [
        { source: "flows", name: "Bytes", figure: "bytes", by: ["dst_ip"] },
        { source: "flows", name: "Flows", figure: "flows", by: ["dst_ip"] },
      ],
      units: ["bytes", "count"],
      reduce: "sum",
    }),
    widget("time_series", "Network of hosts", [0, 16, 12, 8], {
      queries: [{ source: "metric", metric_name: "system.network.io", agg: "rate", by }],
      unit: "bytes/s",
    }),
    widget("time_series", "Dropped packets and retransmits per second", [12, 16, 12, 8], {
      queries: [
        {
          ...{ source: "metric", name: "{{host.name}} dropped", metric_name: "system.network.packet.dropped" },
          ...{ agg: "rate", by },
        },
        {
          ...{ source: "metric", name: "{{host.name}} retransmits", metric_name: "system.network.retransmits" },
          ...{ agg: "rate", by },
        },
      ],
      unit: "count/s",
    }),
  ]),
};
