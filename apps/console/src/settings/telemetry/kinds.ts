import type { TelemetryKind } from "@opsplane/contract";

export const kindWords: Record<TelemetryKind, string> = {
  logs: "Logs",
  metrics: "Metrics",
  traces: "Traces",
  flows: "Flows",
};
