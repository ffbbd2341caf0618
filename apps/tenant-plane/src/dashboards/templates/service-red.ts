import { layoutOf, limits, type Template, widget } from "./build.ts";

const calls = { source: "calls" as const, service: ["$service"] };
const by = ["service"];

/** Rate, errors and duration of the calls of services, from their spans. */
export const serviceRed: Template = {
  key: "service-red",
  name: "Service RED",
  description: "Rate, errors and duration of the calls that services receive, with their errors in the logs.",
  layout: layoutOf(
    [
      widget("stat", "Calls per second", [0, 0, 6, 4], {
        query: { ...calls, figure: "rate" },
        ...{ unit: "count/s", reduce: "avg" },
      }),
      widget("stat", "Failed calls per second", [6, 0, 6, 4], {
        query: { ...calls, figure: "errors" },
        ...{ unit: "count/s", reduce: "avg" },
      }),
      widget("stat", "Error rate", [12, 0, 6, 4], {
        query: { ...calls, figure: "error_rate" },
        ...{ unit: "ratio", reduce: "avg", thresholds: limits(0.01, 0.05) },
      }),
      widget("stat", "Errors in the logs", [18, 0, 6, 4], {
        query: { source: "logs", service: ["$service"], level: ["error", "fatal"] },
        ...{ unit: "count", reduce: "sum" },
      }),
      widget("time_series", "Rate", [0, 4, 12, 8], { queries: [{ ...calls, figure: "rate", by }], unit: "count/s" }),
      widget("time_series", "Error rate", [12, 4, 12, 8], {
        queries: [{ ...calls, figure: "error_rate", by }],
        unit: "ratio",
      }),
      widget("time_series", "Duration, 95th percentile", [0, 12, 12, 8], {
        queries: [{ ...calls, figure: "p95_ms", by }],
        unit: "milliseconds",
      }),
      widget("time_series", "Log records by level", [12, 12, 12, 8], {
        queries: [{ source: "logs", service: ["$service"], by: ["level"] }],
        draw: "bars",
      }),
      widget("table", "Services", [0, 20, 12, 8], {
        queries: [
          { ...calls, name: "Calls", figure: "rate", by },
          { ...calls, name: "Error rate", figure: "error_rate", by },
          { ...calls, name: "p50", figure: "p50_ms", by },
          { ...calls, name: "p95", figure: "p95_ms", by },
        ],
        units: ["count/s", "ratio", "milliseconds", "milliseconds"],
        ...{ reduce: "avg", limit: 50 },
      }),
      widget("log_list", "Errors", [12, 20, 12, 8], { service: ["$service"], level: ["error", "fatal"], limit: 50 }),
    ],
    {
      range: { from: "now-3h", to: "now" },
      variables: [
        {
          ...{ name: "service", label: "Service", type: "services" },
          ...{ multi: true, include_all: true, default: ["$all"] },
        },
      ],
    },
  ),
};
