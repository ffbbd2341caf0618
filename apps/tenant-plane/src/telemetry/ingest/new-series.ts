import { type ClickHouse, isRefusal, type Log, type MemoryBudget } from "@opsplane/runtime";
import type { Decoded, TableRows } from "../decode/job.ts";

/** Limits of one insert. Each day is a partition, and ClickHouse limits the partitions of an insert. */
const pieceLimits = { days: 500, bytes: 16 * 1024 * 1024 };
/** A block is dropped after it failed this often for lack of time or memory. */
const maxAttempts = 3;

interface Entry {
  tenantId: string;
  decoded: Decoded;
  rows: TableRows;
  attempts: number;
}

/** New series that are not stored yet. Their samples are acknowledged only after the series are stored. */
export interface NewSeries {
  /** Keeps a request's new series until they are stored. Returns false when the tenant's memory budget is used up. */
  add(tenantId: string, decoded: Decoded): boolean;
  /** Stores the series of these tenants. Returns an error for each tenant whose series were not stored. */
  insert(tenants: ReadonlySet<string>): Promise<ReadonlyMap<string, unknown>>;
}

export interface NewSeriesOptions {
  clickhouse: ClickHouse;
  memory: MemoryBudget;
  log: Log;
  /** Reports to the decoder whether a request's new series were stored. */
  settle(decoded: Decoded, stored: boolean): void;
}

export function openNewSeries({ clickhouse, memory, log, settle }: NewSeriesOptions): NewSeries {
  let entries: Entry[] = [];

  function drop(gone: readonly Entry[], stored: boolean): void {
    entries = entries.filter((entry) => !gone.includes(entry));
    for (const { tenantId, decoded, rows } of gone) {
      memory.give(tenantId, rows.block.byteLength);
      settle(decoded, stored);
    }
  }

  async function insertPiece(piece: readonly Entry[]): Promise<void> {
    await clickhouse.insert(
      "metric_series",
      piece.map(({ rows }) => rows.block),
    );
    drop(piece, true);
  }

  /** Stores entries one by one after a piece failed, so that a bad entry does not block the others. */
  async function insertOne(entry: Entry, failed: Map<string, unknown>): Promise<void> {
    try {
      await insertPiece([entry]);
    } catch (error) {
      failed.set(entry.tenantId, error);
      entry.attempts += 1;
      if (!isRefusal(error) && entry.attempts < maxAttempts) return;
      log.error({ err: error, rows: entry.rows.rows }, "new series could not be stored and were dropped");
      drop([entry], false);
    }
  }

  return {
    add: (tenantId, decoded) => {
      const { series } = decoded;
      if (!series) return true;
      if (!memory.take(tenantId, series.block.byteLength)) return false;
      entries.push({ tenantId, decoded, rows: series, attempts: 0 });
      return true;
    },
    insert: async (tenants) => {
      const failed = new Map<string, unknown>();
      for (const piece of pieces(entries.filter(({ tenantId }) => tenants.has(tenantId)))) {
        try {
          await insertPiece(piece);
        } catch {
          for (const entry of piece) await insertOne(entry, failed);
        }
      }
      return failed;
    },
  };
}

function pieces(entries: readonly Entry[]): Entry[][] {
  const made: Entry[][] = [];
  let [days, bytes] = [0, 0];
  for (const entry of entries) {
    days += entry.rows.days ?? 1;
    bytes += entry.rows.block.byteLength;
    const last = made.at(-1);
    if (last && days <= pieceLimits.days && bytes <= pieceLimits.bytes) last.push(entry);
    else {
      made.push([entry]);
      [days, bytes] = [entry.rows.days ?? 1, entry.rows.block.byteLength];
    }
  }
  return made;
}
