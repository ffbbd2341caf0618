import { setTimeout as pause } from "node:timers/promises";
import { activeTenants, type ClickHouse, type Faults, isRefusal, type Log, type MemoryBudget } from "@opsplane/runtime";
import type { Decoded, TableRows } from "../decode/job.ts";
import { withoutDuplicates } from "./exactly-once.ts";
import type { Ledger } from "./ledger.ts";
import { openNewSeries } from "./new-series.ts";
import { bytesOf, isIdempotent, type Outcome, type PendingWrite } from "./pending-write.ts";
import { comeAgain } from "./refusals.ts";
import { openRests } from "./rests.ts";
import { missingOf } from "./stored.ts";
import { largeRows, WriteQueue } from "./write-queue.ts";

/** Group commit for one kind of telemetry: requests that arrive together share one insert per table. */
export interface BatchWriter {
  store(tenantId: string, decoded: Decoded): Promise<Outcome>;
  close(): Promise<void>;
}

/** Requests that arrive during an insert form the next batch. A second insert starts once enough rows for a large part wait. */
const maxInserts = 2;
/** One more insert, for tenants without a running one. They do not wait for other tenants' inserts. */
const maxInsertsWithOthers = 3;
/** A short pause collects requests into one batch. It also limits the number of new parts per second. */
const gatherMs = 20;

export interface BatchWriterOptions {
  /** The name of this component in health reports. */
  name: string;
  clickhouse: ClickHouse;
  ledger: Ledger;
  /** Budget for waiting bytes and rows, shared by all kinds. */
  memory: MemoryBudget;
  waitingRows: MemoryBudget;
  faults: Faults;
  log: Log;
  /** ClickHouse runs embedded, on the cores of this server. */
  sharesCores: boolean;
  settleSeries(decoded: Decoded, stored: boolean): void;
}

export function openBatchWriter(options: BatchWriterOptions): BatchWriter {
  const { name, clickhouse, ledger, memory, waitingRows, faults, log, sharesCores, settleSeries } = options;
  const queue = new WriteQueue();
  const newSeries = openNewSeries({ clickhouse, memory, log, settle: settleSeries });
  /** The tenants of each running insert. */
  const running = new Set<ReadonlySet<string>>();
  let workers = 0;
  let closing = false;
  let isPlanned = false;
  let idle: (() => void) | undefined;

  const active = activeTenants();
  const rests = openRests();
  const isUnderWay = (tenantId: string) => [...running].some((tenants) => tenants.has(tenantId));
  const isResting = (tenantId: string) => !closing && rests.isResting(tenantId);
  /** A tenant has one insert at a time while others are active. */
  const mayTake = (tenantId: string) => !isResting(tenantId) && (!isUnderWay(tenantId) || !active.hasOthers(tenantId));
  const mayTakeBeside = (tenantId: string) => !isResting(tenantId) && !isUnderWay(tenantId);

  function start(): void {
    const tenants = [...queue.tenants()];
    const inserts = queue.rows >= largeRows ? maxInserts : 1;
    if (workers < inserts && tenants.some(mayTake)) void work(mayTake);
    else if (workers < maxInsertsWithOthers && tenants.some(mayTakeBeside)) void work(mayTakeBeside);
    // All waiting tenants are pausing.
    else if (workers === 0 && tenants.length > 0) startLater();
  }

  function startLater(): void {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      start();
    }, gatherMs);
  }

  async function work(may: (tenantId: string) => boolean): Promise<void> {
    workers += 1;
    for (;;) {
      if (!closing) await pause(gatherMs);
      const group = queue.take(may);
      const [first] = group;
      if (first === undefined) break;
      const tenants = new Set(group.map(({ tenantId }) => tenantId));
      running.add(tenants);
      const begun = performance.now();
      await commit(group, tenants);
      running.delete(tenants);
      const isFlood = tenants.size === 1 && active.hasOthers(first.tenantId) && !queue.isEmptyOf(first.tenantId);
      if (isFlood && sharesCores) rests.begin(first.tenantId, performance.now() - begun);
    }
    workers -= 1;
    if (!queue.isEmpty) start();
    else if (workers === 0) idle?.();
  }

  async function commit(group: readonly PendingWrite[], tenants: ReadonlySet<string>): Promise<void> {
    try {
      const fresh = await withoutDuplicates(clickhouse, ledger, group);
      const withoutSeries = await newSeries.insert(tenants);
      if (fresh.length > 0) await insertAll(fresh, withoutSeries);
      const [problem] = withoutSeries.values();
      if (problem === undefined) faults.worked(name);
      else faults.failed(name, problem);
    } catch (error) {
      faults.failed(name, error);
      for (const write of group) write.fail(error);
    } finally {
      for (const { tenantId, decoded } of group) {
        waitingRows.give(tenantId, decoded.accepted);
        memory.give(tenantId, bytesOf(decoded));
      }
    }
  }

  async function insertAll(group: readonly PendingWrite[], without: ReadonlyMap<string, unknown>): Promise<void> {
    for (const write of group) if (without.has(write.tenantId)) write.fail(without.get(write.tenantId));
    const kept = group.filter(({ tenantId }) => !without.has(tenantId));
    try {
      await insertTables(kept);
      for (const write of kept) write.settle("stored");
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // ClickHouse rejected the group. One bad request must not lose the rows of the others.
      log.error({ err: error, requests: kept.length }, "ClickHouse rejected a telemetry insert");
      if (kept.length === 1) throw error;
      for (const write of kept) await insertRest(write).catch((problem: unknown) => write.fail(problem));
    }
  }

  /** Stores one write after its group was rejected. Some of its tables may be stored already. */
  async function insertRest(write: PendingWrite): Promise<void> {
    const toStore = await missingOf(clickhouse, write.tenantId, write.toStore);
    await insertTables([{ ...write, toStore }]);
    write.settle("stored");
  }

  /** Inserts the probed tables last: finding a probe row proves that the rest of its batch is stored. */
  async function insertTables(group: readonly PendingWrite[]): Promise<void> {
    const byTable = new Map<string, TableRows[]>();
    for (const rows of group.flatMap(({ toStore }) => toStore))
      byTable.set(rows.table, [...(byTable.get(rows.table) ?? []), rows]);
    const insert = ([table, rows]: [string, TableRows[]]) =>
      clickhouse.insert(
        table,
        rows.map(({ block }) => block),
      );
    const tables = [...byTable];
    await Promise.all(tables.filter(([, rows]) => rows.every(isIdempotent)).map(insert));
    await Promise.all(tables.filter(([, rows]) => !rows.every(isIdempotent)).map(insert));
  }

  function store(tenantId: string, decoded: Decoded): Promise<Outcome> {
    const bytes = bytesOf(decoded);
    if (!memory.take(tenantId, bytes)) return refuse(decoded);
    if (!waitingRows.take(tenantId, decoded.accepted)) {
      memory.give(tenantId, bytes);
      return refuse(decoded);
    }
    if (!newSeries.add(tenantId, decoded)) {
      memory.give(tenantId, bytes);
      waitingRows.give(tenantId, decoded.accepted);
      return refuse(decoded);
    }
    active.note(tenantId);
    return new Promise((resolve, reject) => {
      queue.push({ tenantId, decoded, toStore: decoded.tables, settle: resolve, fail: reject });
      start();
    });
  }

  function refuse(decoded: Decoded): Promise<never> {
    settleSeries(decoded, false);
    return Promise.reject(comeAgain());
  }

  return {
    store,
    close: async () => {
      closing = true;
      if (workers === 0 && queue.isEmpty) return;
      await new Promise<void>((resolve) => {
        idle = resolve;
      });
    },
  };
}
