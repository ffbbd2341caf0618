import { layoutOf, limits, type Template, widget } from "./build.ts";

const match = ["host.name=$host"];
const by = ["host.name"];

/** Names of OpenTelemetry's semantic conventions for hosts. */
export const host: Template = {
  key: "host",
  name: "Hosts",
  description: "CPU, memory, disk and network of hosts, from OpenTelemetry's host metrics.",
  layout: layoutOf(
    [
      widget("gauge", "CPU, user time", [0, 0, 6, 6], {
        query: {
          source: "metric",
          metric_name: "system.cpu.utilization",
          match: [...match, "cpu.mode=user"],
          agg: "avg",
        },
        ...{ unit: "ratio", min: 0, max: 1, thresholds: limits(0.7, 0.9) },
      }),
      widget("gauge", "Memory", [6, 0, 6, 6], {
        query: { source: "metric", metric_name: "system.memory.utilization", match, agg: "avg" },
        ...{ unit: "ratio", min: 0, max: 1, thresholds: limits(0.8, 0.9) },
      }),
      widget("gauge", "Fullest disk", [12, 0, 6, 6], {
        query: { source: "metric", metric_name: "system.filesystem.utilization", match, agg: "max" },
        ...{ unit: "ratio", min: 0, max: 1, thresholds: limits(0.8, 0.9) },
      }),
      widget("stat", "Hosts", [18, 0, 6, 6], {
        query: { source: "metric", metric_name: "system.memory.utilization", match, agg: "count" },
        unit: "count",
      }),
      widget("time_series", "CPU by host, user time", [0, 6, 12, 8], {
        queries: [
          {
            ...{ source: "metric", metric_name: "system.cpu.utilization", match: [...match, "cpu.mode=user"] },
            ...{ agg: "avg", by },
          },
        ],
        unit: "ratio",
      }),
      widget("time_series", "Memory by host", [12, 6, 12, 8], {
        queries: [{ source: "metric", metric_name: "system.memory.utilization", match, agg: "avg", by }],
        unit: "ratio",
      }),
      widget("time_series", "Network received", [0, 14, 12, 8], {
        queries: [
          {
            ...{
              source: "metric",
              metric_name: "system.network.io",
              match: [...match, "network.io.direction=receive"],
            },
            ...{ agg: "rate", by },
          },
        ],
        ...{ unit: "bytes/s", draw: "areas" },
      }),
      widget("time_series", "Network sent", [12, 14, 12, 8], {
        queries: [
          {
            ...{
              source: "metric",
              metric_name: "system.network.io",
              match: [...match, "network.io.direction=transmit"],
            },
            ...{ agg: "rate", by },
          },
        ],
        ...{ unit: "bytes/s", draw: "areas" },
      }),
      widget("table", "Disks", [0, 22, 12, 8], {
        queries: [
          {
            ...{ source: "metric", name: "Used", metric_name: "system.filesystem.utilization", match },
            ...{ agg: "max", by },
          },
          { source: "metric", name: "Busy", metric_name: "system.disk.busy", match, agg: "max", by },
        ],
        units: ["ratio", "ratio"],
        reduce: "last",
      }),
      widget("log_list", "Problems in the logs of hosts", [12, 22, 12, 8], { q: "host:$host level:>=warn", limit: 50 }),
    ],
    {
      variables: [
        {
          ...{ name: "host", label: "Host", type: "label_values", metric_name: "system.memory.utilization" },
          ...{ label_name: "host.name", multi: true, include_all: true, default: ["$all"] },
        },
      ],
    },
  ),
};
