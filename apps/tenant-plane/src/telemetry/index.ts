import type { Core, FeatureOf } from "../core.ts";
import { flowHandlers } from "./flows/index.ts";
import { openIngest } from "./ingest/index.ts";
import { openLogs } from "./logs/handlers.ts";
import { metricHandlers, openMetricDeps } from "./metrics/index.ts";
import { requestReader } from "./reader.ts";
import { type OpenReads, telemetryReads } from "./reads.ts";
import { retention } from "./retention.ts";
import { openRollups } from "./rollups/jobs.ts";
import { telemetrySettingsHandlers } from "./settings/handlers.ts";
import { serviceHandlers, traceHandlers } from "./traces/index.ts";

export { assertQuery } from "./logs/query/index.ts";
export type { SampledLine } from "./logs/store/sample.ts";
export type { EntitySeries } from "./metrics/entities.ts";
export { type Matcher, parseMatchers } from "./metrics/matchers.ts";
export type { MetricQuery } from "./metrics/query.ts";
export type { GroupDays } from "./metrics/store/browse.ts";
export { signalOf } from "./reader.ts";
export type { OpenReads, TelemetryReads } from "./reads.ts";
export { readRetention, telemetryBytes, telemetryBytesIn } from "./settings/store.ts";
export type { GroupLine, SlidingWindows } from "./sliding.ts";
export { type BoundedRange, boundedRange } from "./time-range.ts";
export type { EventCount } from "./traces/store/call-counts.ts";
export type { SampledSpan } from "./traces/store/sample.ts";

type Groups = "ingest" | "logs" | "metrics" | "traces" | "services" | "netflow" | "telemetry";

/** Ingests, stores and queries logs, metrics, traces and flows. */
export function openTelemetry(core: Core): FeatureOf<Groups> & { readonly reads: OpenReads } {
  const { config, clickhouse, clickhouseMonitor, database, metrics, log, faults, clock, sharesCores } = core;
  const { isUp } = clickhouseMonitor;
  const { seriesLimit } = config;
  const rollups = openRollups({ database, clickhouse, isUp, faults, log });
  const ingest = openIngest({
    ...{ clickhouse, isUp, database, metrics, log, faults, sharesCores, seriesLimit },
    waitingBytes: config.ingestWaitingMb * 1024 * 1024,
    now: clock.now,
    storedHours: rollups.changed,
  });
  const read = requestReader(clickhouse, isUp);
  const metricDeps = openMetricDeps(rollups.rolledUntil);
  const logs = openLogs(read, core.currentPrincipal, clock);
  return {
    handlers: {
      ingest: ingest.handlers,
      logs: logs.handlers,
      metrics: metricHandlers(read, metricDeps),
      traces: traceHandlers(read),
      services: serviceHandlers(read),
      netflow: flowHandlers(read),
      telemetry: telemetrySettingsHandlers(seriesLimit, isUp),
    },
    reads: telemetryReads({ clickhouse, isUp, now: clock.now, metricDeps }),
    intake: ingest.intake,
    schedules: [...rollups.schedules, ...ingest.schedules, retention(clickhouse, isUp)],
    onRevoked: logs.recheck,
    beforeClose: logs.close,
    close: async () => {
      await ingest.close();
      await rollups.close();
    },
  };
}
