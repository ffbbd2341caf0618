import { setTimeout as pause } from "node:timers/promises";
import { type Failure, insertSeconds, isRefusal, type Log, type Telemetry } from "@opsplane/runtime";
import type { Decoded, TableRows } from "../decode/job.ts";
import { type Ledger, type Named, nameOf } from "./ledger.ts";
import { comeAgain, unavailable } from "./refusals.ts";
import type { Room } from "./room.ts";
import { missingOf } from "./stored.ts";

/** A request's rows on their way into the store. */
interface Errand {
  tenantId: string;
  decoded: Decoded;
  /** Of what was decoded, all that is not stored yet. */
  toStore: readonly TableRows[];
  settle(outcome: Outcome): void;
  fail(error: unknown): void;
}

type Outcome = "stored" | "duplicate";

/** Group commit for one kind of telemetry: requests that come together are stored by one insert a table. */
export interface Lane {
  store(tenantId: string, decoded: Decoded): Promise<Outcome>;
  /** Rows that wait or are being stored. */
  backlog(): number;
  close(): Promise<void>;
}

/** Enough to make large parts, few enough to be stored in well under the time an insert may take. */
const groupLimits = { rows: 200_000, bytes: 24 * 1024 * 1024, days: 500 };
/** Two inserts overlap where there is enough for a second: rows that come during an insert wait for it and become one part, not many. */
const atOnce = 2;
const enoughRows = 50_000;
/** The pause that lets requests of one moment come together; also bounds how many parts a second there are. */
const gatherMs = 20;

export interface LaneOptions {
  telemetry: Telemetry;
  ledger: Ledger;
  /** Shared by all lanes. */
  room: Room;
  log: Log;
}

export function openLane({ telemetry, ledger, room, log }: LaneOptions): Lane {
  const queue: Errand[] = [];
  /** New series that no insert has stored yet: no sample of theirs is acknowledged before they are. */
  let unstoredSeries: TableRows[] = [];
  let [waiting, queued] = [0, 0];
  let closing = false;
  let running = 0;
  let idle: (() => void) | undefined;

  async function work(): Promise<void> {
    running += 1;
    while (queue.length > 0) {
      if (!closing) await pause(gatherMs);
      const group = takeGroup(queue);
      for (const { decoded } of group) queued -= decoded.accepted;
      if (group.length > 0) await commit(group);
    }
    running -= 1;
    if (running === 0) idle?.();
  }

  async function commit(group: Errand[]): Promise<void> {
    try {
      const fresh = await settleKnown(group);
      if (fresh.length > 0) await insertAll(fresh);
    } catch (error) {
      for (const errand of group) errand.fail(error);
    } finally {
      for (const { decoded } of group) {
        waiting -= decoded.accepted;
        room.give(bytesOf(decoded));
      }
    }
  }

  /** Answers those that are stored already, refuses those that may be on their way elsewhere, and leaves the others. */
  async function settleKnown(all: Errand[]): Promise<Errand[]> {
    const group = withoutTwins(all);
    const named = group.flatMap(asNamed);
    if (named.length === 0) return group;
    const known = await ledger.claim(named);
    if (known.size === 0) return group;
    const judged = await Promise.all(
      group.map((errand) => judge(errand, known).catch((error: unknown) => errand.fail(error))),
    );
    const fresh = judged.filter((errand) => errand !== undefined);
    const renewed = fresh.flatMap(asNamed).filter((batch) => known.has(nameOf(batch)));
    if (renewed.length > 0) await ledger.renew(renewed);
    return fresh;
  }

  async function judge(errand: Errand, known: ReadonlyMap<string, number>): Promise<Errand | undefined> {
    const [batch] = asNamed(errand);
    const age = batch && known.get(nameOf(batch));
    if (age === undefined) return errand;
    const { tables } = errand.decoded;
    if (tables.every(isBeside)) return errand;
    const missing = await missingOf(telemetry, errand.tenantId, tables);
    if (missing.every(isBeside)) errand.settle("duplicate");
    else if (age < insertSeconds * 1000) errand.fail(underWay(age));
    // After a kill some of its days may be stored, and must not be again.
    else return { ...errand, toStore: missing };
    return undefined;
  }

  async function insertAll(group: Errand[]): Promise<void> {
    try {
      await insertSeries();
      await insertTables(group);
      for (const errand of group) errand.settle("stored");
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The engine said no. One bad request must not cost the others their rows.
      log.error({ err: error, requests: group.length }, "telemetry was refused by the store");
      if (group.length === 1) throw error;
      for (const errand of group) await insertRest(errand).catch((problem: unknown) => errand.fail(problem));
    }
  }

  /** By itself, after the group was refused: of its tables one may have been stored before another was refused. */
  async function insertRest(errand: Errand): Promise<void> {
    const toStore = await missingOf(telemetry, errand.tenantId, errand.toStore);
    await insertAll([{ ...errand, toStore }]);
  }

  async function insertSeries(): Promise<void> {
    const taken = [...unstoredSeries];
    if (taken.length === 0) return;
    await telemetry.insert(
      "metric_series",
      taken.map(({ block }) => block),
    );
    unstoredSeries = unstoredSeries.filter((rows) => !taken.includes(rows));
  }

  /** What is looked for to know whether a batch is stored comes last: when it is there, so is all the rest. */
  async function insertTables(group: Errand[]): Promise<void> {
    const blocks = new Map<string, TableRows[]>();
    for (const rows of group.flatMap(({ toStore }) => toStore)) {
      const others = blocks.get(rows.table);
      if (others) others.push(rows);
      else blocks.set(rows.table, [rows]);
    }
    const insert = ([table, rows]: [string, TableRows[]]) =>
      telemetry.insert(
        table,
        rows.map(({ block }) => block),
      );
    const [beside, probed] = [
      [...blocks].filter(([, rows]) => rows.every(isBeside)),
      [...blocks].filter(([, rows]) => !rows.every(isBeside)),
    ];
    await Promise.all(beside.map(insert));
    await Promise.all(probed.map(insert));
  }

  return {
    store: (tenantId, decoded) =>
      new Promise((resolve, reject) => {
        // Whatever becomes of the request: the decoder tells of a series once, and counts on its being stored.
        if (decoded.series) unstoredSeries.push(decoded.series);
        if (!room.take(bytesOf(decoded))) {
          reject(comeAgain());
          return;
        }
        waiting += decoded.accepted;
        queue.push({ tenantId, decoded, toStore: decoded.tables, settle: resolve, fail: reject });
        queued += decoded.accepted;
        if (running === 0 || (running < atOnce && queued >= enoughRows)) void work();
      }),
    backlog: () => waiting,
    close: async () => {
      closing = true;
      if (running === 0) return;
      await new Promise<void>((resolve) => {
        idle = resolve;
      });
    },
  };
}

/** What lies beside the rows of a batch, and may be stored again. */
function isBeside({ probe }: TableRows): boolean {
  return probe === undefined;
}

function takeGroup(queue: Errand[]): Errand[] {
  let count = 0;
  let [rows, bytes, days] = [0, 0, 0];
  for (const { decoded } of queue) {
    rows += decoded.accepted;
    bytes += bytesOf(decoded);
    days += decoded.tables.length;
    const full = rows > groupLimits.rows || bytes > groupLimits.bytes || days > groupLimits.days;
    if (full && count > 0) break;
    count += 1;
  }
  return queue.splice(0, count);
}

function bytesOf({ tables }: Decoded): number {
  return tables.reduce((sum, { block }) => sum + block.byteLength, 0);
}

function asNamed({ tenantId, decoded: { hash } }: Errand): Named[] {
  return hash === undefined ? [] : [{ tenantId, hash }];
}

/** The same batch twice in one group: the second waits for what becomes of the first. */
function withoutTwins(group: Errand[]): Errand[] {
  const seen = new Set<string>();
  return group.filter((errand) => {
    const [batch] = asNamed(errand);
    if (batch === undefined) return true;
    const isTwin = seen.has(nameOf(batch));
    seen.add(nameOf(batch));
    if (isTwin) errand.fail(underWay(0));
    return !isTwin;
  });
}

function underWay(age: number): Failure {
  const seconds = Math.max(1, Math.ceil(insertSeconds - age / 1000));
  return unavailable("This batch may be on its way into the store already; send it again soon.", seconds);
}
