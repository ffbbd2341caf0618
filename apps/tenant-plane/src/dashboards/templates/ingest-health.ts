import type { TelemetryKind } from "@opsplane/contract";
import { layoutOf, limits, type Template, widget } from "./build.ts";

const kinds: readonly { kind: TelemetryKind; label: string }[] = [
  { kind: "logs", label: "Logs" },
  { kind: "metrics", label: "Metrics" },
  { kind: "traces", label: "Traces" },
  { kind: "flows", label: "Flows" },
];

/** What is received, and how long ago. */
export const ingestHealth: Template = {
  key: "ingest-health",
  name: "Ingest health",
  description: "How much telemetry is received, and when each kind was last received.",
  layout: layoutOf([
    ...kinds.map(({ kind, label }, place) =>
      widget("stat", `${label}: last received`, [place * 6, 0, 6, 4], {
        query: { source: "ingest", figure: "seconds_since_last", kind: [kind] },
        ...{ unit: "seconds", thresholds: limits(300, 3600) },
      }),
    ),
    widget("table", "Received today", [0, 4, 12, 8], {
      queries: [
        { source: "ingest", name: "Rows", figure: "rows_today" },
        { source: "ingest", name: "Bytes", figure: "bytes_today" },
      ],
      units: ["count", "bytes"],
    }),
    widget("time_series", "Log records by level", [12, 4, 12, 8], {
      queries: [{ source: "logs", by: ["level"] }],
      draw: "bars",
    }),
    widget("time_series", "Calls per second by service", [0, 12, 12, 8], {
      queries: [{ source: "calls", figure: "rate", by: ["service"] }],
      ...{ unit: "count/s", draw: "areas" },
    }),
    widget("time_series", "Flows", [12, 12, 12, 8], {
      queries: [{ source: "flows", figure: "flows" }],
      draw: "bars",
    }),
  ]),
};
