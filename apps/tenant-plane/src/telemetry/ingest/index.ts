import type { operations, TelemetryKind } from "@opsplane/contract";
import type { Database, HandlersOf, Intake, Log, Metrics, Telemetry } from "@opsplane/runtime";
import { openDecoder } from "../decode/thread.ts";
import { openAllowance } from "./allowance.ts";
import { ingestHandlers } from "./handlers.ts";
import { openIntake } from "./intake.ts";
import { type Lane, openLane } from "./lane.ts";
import { openLedger } from "./ledger.ts";
import { openRoom } from "./room.ts";
import { openUsage } from "./usage.ts";

export interface IngestOptions {
  telemetry: Telemetry;
  /** Whether the store answers and has its tables. */
  isUp(): boolean;
  database: Database;
  metrics: Metrics;
  log: Log;
  seriesLimit: number;
  /** Decoded rows that may wait for the store, in bytes. */
  waitingBytes: number;
  now(): Date;
  /** Hears of the hours that metric samples were stored of. */
  storedHours(hours: readonly number[]): void;
  onFatal(reason: string): void;
}

export interface Ingest {
  handlers: HandlersOf<typeof operations.ingest>;
  intake: Intake;
  close(): Promise<void>;
}

/** decode → group commit → one insert in a binary format → acknowledge. */
export function openIngest(options: IngestOptions): Ingest {
  const { telemetry, database, log, metrics, isUp, seriesLimit, storedHours, now } = options;
  const ledger = openLedger(database);
  const room = openRoom(options.waitingBytes);
  const lanes = Object.fromEntries(
    (["logs", "metrics", "traces", "flows"] as const).map((kind) => [kind, openLane({ telemetry, ledger, room, log })]),
  ) as Record<TelemetryKind, Lane>;
  const backlog = () => Object.values(lanes).reduce((sum, lane) => sum + lane.backlog(), 0);
  const decoder = openDecoder(options.onFatal);
  const usage = openUsage(database, log);
  const intake = openIntake(isUp, backlog);
  metrics.gauge("opsplane_ingest_waiting_rows", "Telemetry rows that wait to be stored", backlog);
  metrics.gauge("opsplane_ingest_waiting_bytes", "Bytes of telemetry rows that wait to be stored", room.taken);
  metrics.gauge("opsplane_ingest_body_bytes", "Bytes of telemetry bodies being taken in", intake.bytes);
  return {
    handlers: ingestHandlers({
      decoder,
      usage,
      allowance: openAllowance(database, now),
      laneOf: (kind) => lanes[kind],
      storedHours,
      seriesLimit,
    }),
    intake,
    close: async () => {
      await Promise.all(Object.values(lanes).map((lane) => lane.close()));
      await decoder.close();
      await usage.close();
    },
  };
}
