import { type ClickHouse, isRefusal, type Log, type MemoryBudget } from "@opsplane/runtime";
import type { Decoded, TableRows } from "../decode/job.ts";

/** Few enough that ClickHouse takes them: each day is a partition of the insert. */
const pieceLimits = { days: 500, bytes: 16 * 1024 * 1024 };
/** A block that the store had no time or memory for this often is given up. */
const maxAttempts = 3;

interface Entry {
  tenantId: string;
  decoded: Decoded;
  rows: TableRows;
  attempts: number;
}

/** Series that are not stored yet. No sample of theirs is acknowledged before they are. */
export interface NewSeries {
  /** Keeps a request's new series until they are stored; false when the tenant's memory is used up. */
  add(tenantId: string, decoded: Decoded): boolean;
  /** Stores the series of these tenants; returns the tenants whose series could not be stored, and why. */
  insert(tenants: ReadonlySet<string>): Promise<ReadonlyMap<string, unknown>>;
}

export interface NewSeriesOptions {
  clickhouse: ClickHouse;
  memory: MemoryBudget;
  log: Log;
  /** Tells the decoder what became of a request's new series. */
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

  /** One by one after a piece failed: what cannot be stored must not hold up the rest. */
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
