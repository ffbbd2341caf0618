import type { operations } from "@opsplane/contract";
import type { Handlers, Intake } from "@opsplane/runtime";
import type { CurrentPrincipal } from "../streams.ts";
import { flowHandlers } from "./flows/index.ts";
import { type IngestOptions, openIngest } from "./ingest/index.ts";
import { openLogs } from "./logs/index.ts";
import { metricHandlers } from "./metrics/index.ts";
import { telemetryReads } from "./reads.ts";
import { keepRetention } from "./retention.ts";
import { openRollups } from "./rollups/index.ts";
import { telemetrySettingsHandlers } from "./settings.ts";
import { serviceHandlers, traceHandlers } from "./traces/index.ts";

export interface TelemetryOptions extends Omit<IngestOptions, "storedHours"> {
  /** Whether this instance does what one of them must: roll up, drop what is over. */
  works: boolean;
  /** Live tails ask again and again. */
  currentPrincipal: CurrentPrincipal;
}

type Groups = "ingest" | "logs" | "metrics" | "traces" | "services" | "netflow" | "telemetry";

export interface TelemetryPlane {
  handlers: Pick<Handlers<typeof operations>, Groups>;
  intake: Intake;
  /** Checks the live tails of a tenant again. */
  recheckStreams(tenantId?: string): void;
  /** Ends live tails; before the server closes, which waits for them. */
  endStreams(): void;
  close(): Promise<void>;
}

/** Logs, metrics, traces and flows: in, kept, out. */
export function openTelemetryPlane(options: TelemetryOptions): TelemetryPlane {
  const { telemetry, isUp, database, log, faults, seriesLimit, works } = options;
  const rollups = openRollups({ database, telemetry, isUp, runsJobs: works, faults, log });
  const ingest = openIngest({ ...options, storedHours: rollups.changed });
  const read = telemetryReads(telemetry, isUp);
  const logs = openLogs(read, options.currentPrincipal);
  const stopDropping = works ? keepRetention(telemetry, isUp, log) : () => undefined;
  return {
    handlers: {
      ingest: ingest.handlers,
      logs: logs.handlers,
      metrics: metricHandlers(read, rollups.rolledUntil),
      traces: traceHandlers(read),
      services: serviceHandlers(read),
      netflow: flowHandlers(read),
      telemetry: telemetrySettingsHandlers(seriesLimit),
    },
    intake: ingest.intake,
    recheckStreams: logs.recheck,
    endStreams: logs.close,
    close: async () => {
      stopDropping();
      await ingest.close();
      await rollups.close();
    },
  };
}
