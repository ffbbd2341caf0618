import type { operations, TelemetryKind } from "@opsplane/contract";
import {
  type ClickHouse,
  type Database,
  type Faults,
  type HandlersOf,
  type IntakeRules,
  type Log,
  type Metrics,
  memoryBudget,
  type Schedule,
} from "@opsplane/runtime";
import { openDecoder } from "../decode/pool.ts";
import { openAllowance } from "./allowance.ts";
import { type BatchWriter, openBatchWriter } from "./batch-writer.ts";
import { ingestHandlers } from "./handlers.ts";
import { openIntake } from "./intake.ts";
import { openLedger } from "./ledger.ts";
import { openUsage } from "./usage.ts";

export interface IngestOptions {
  clickhouse: ClickHouse;
  /** True when ClickHouse is reachable and migrated. */
  isUp(): boolean;
  database: Database;
  metrics: Metrics;
  log: Log;
  faults: Faults;
  /** ClickHouse runs embedded, on the cores of this server. */
  sharesCores: boolean;
  seriesLimit: number;
  /** Memory budget for decoded rows that wait for ClickHouse, in bytes. */
  waitingBytes: number;
  now(): Date;
  /** Called with the hours for which metric samples of a tenant were stored. */
  storedHours(tenantId: string, hours: readonly number[]): void;
}

/** Maximum number of waiting rows of all tenants: a few seconds of inserts. */
const maxWaitingRows = 2_000_000;

export interface Ingest {
  handlers: HandlersOf<typeof operations.ingest>;
  intake: IntakeRules;
  readonly schedules: readonly Schedule[];
  close(): Promise<void>;
}

const kinds = ["logs", "metrics", "traces", "flows"] as const satisfies TelemetryKind[];

/** decode → group commit → one insert in a binary format → acknowledge. */
export function openIngest(options: IngestOptions): Ingest {
  const { clickhouse, database, log, metrics, faults, isUp, seriesLimit, storedHours, now } = options;
  const ledger = openLedger(database);
  const memory = memoryBudget(options.waitingBytes);
  const waitingRows = memoryBudget(maxWaitingRows);
  const countRestart = metrics.outcomes(
    "opsplane_decoder_restarts_total",
    "Decoder threads that died and were replaced",
  );
  const decoder = openDecoder({ log, faults, onRestart: () => countRestart("replaced") });
  const { sharesCores } = options;
  const shared = { clickhouse, ledger, memory, waitingRows, faults, log, sharesCores, settleSeries: decoder.settle };
  const writers = Object.fromEntries(
    kinds.map((kind) => [kind, openBatchWriter({ ...shared, name: `ingest of ${kind}` })]),
  ) as Record<TelemetryKind, BatchWriter>;
  const usage = openUsage(database, log);
  const intake = openIntake({ isUp, isBehind: waitingRows.isUsedUp });
  metrics.gauge("opsplane_ingest_waiting_rows", "Telemetry rows waiting to be stored", waitingRows.used);
  metrics.gauge("opsplane_ingest_waiting_bytes", "Bytes of telemetry rows waiting to be stored", memory.used);
  metrics.gauge("opsplane_ingest_body_bytes", "Bytes of telemetry bodies being received", intake.bytes);
  return {
    handlers: ingestHandlers({
      decoder,
      usage,
      allowance: openAllowance(database, now),
      writerOf: (kind) => writers[kind],
      storedHours,
      seriesLimit,
    }),
    intake,
    schedules: [usage.schedule],
    close: async () => {
      await Promise.all(Object.values(writers).map((writer) => writer.close()));
      await decoder.close();
      await usage.close();
    },
  };
}
