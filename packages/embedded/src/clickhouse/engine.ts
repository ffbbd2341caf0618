import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "chdb";
import { refusals } from "./refusals.ts";
import { sessionText } from "./session-text.ts";

/** A statement with the session that it needs. */
interface Query {
  text: string;
  database: string;
  format: string;
  settings: ReadonlyMap<string, string>;
  parameters: ReadonlyMap<string, string>;
  altersSession: boolean;
}

export interface QueryResult {
  bytes: Uint8Array;
  rows: number;
  rowBytes: number;
  seconds: number;
}

export interface Engine {
  run(query: Query, signal: AbortSignal): Promise<QueryResult>;
  close(): Promise<void>;
}

/** A connection and the session state that earlier requests left in it. It serves one request at a time. */
interface Slot {
  session: Session | undefined;
  database: string;
  settings: ReadonlyMap<string, string>;
}

/** Concurrent queries. Each holds a thread of libuv's pool, which the parent makes twice as large. */
const maxConcurrent = 18;
const maxWaiting = 1000;

export function openEngine(connect: () => Session): Engine {
  // Never busy, so that a query can be canceled while all slots are taken. Opening it opens the data folder.
  const control = connect();
  const free: Slot[] = Array.from({ length: maxConcurrent }, emptySlot);
  const waiting: ((slot: Slot) => void)[] = [];

  function take(): Promise<Slot> {
    const slot = free.pop();
    if (slot !== undefined) return Promise.resolve(slot);
    if (waiting.length >= maxWaiting) return Promise.reject(refusals.tooMany(maxWaiting));
    return new Promise((resolve) => waiting.push(resolve));
  }

  function giveBack(slot: Slot): void {
    const next = waiting.shift();
    if (next === undefined) free.push(slot);
    else next(slot);
  }

  async function run(query: Query, signal: AbortSignal): Promise<QueryResult> {
    const slot = await take();
    try {
      signal.throwIfAborted();
      return await runOn(slot, query, signal);
    } finally {
      giveBack(slot);
    }
  }

  async function runOn(slot: Slot, query: Query, signal: AbortSignal): Promise<QueryResult> {
    slot.session ??= connect();
    const before = sessionText(slot, query);
    const mark = `/* ${randomUUID()} */`;
    const running = new AbortController();
    const cancel = () => void cancelWhile(running.signal, control, mark);
    signal.addEventListener("abort", cancel, { once: true });
    // A failed query leaves its session in an unknown state: its output was seen in the result of the next query.
    let clean = false;
    try {
      const result = await slot.session.queryAsync(`${before}${mark} ${query.text}`, { format: query.format });
      clean = !query.altersSession && !signal.aborted;
      return { bytes: result.bytes(), rows: result.rowsRead, rowBytes: result.bytesRead, seconds: result.elapsed };
    } finally {
      running.abort();
      signal.removeEventListener("abort", cancel);
      if (clean) Object.assign(slot, { database: query.database, settings: query.settings });
      else closeSlot(slot);
    }
  }

  async function close(): Promise<void> {
    if (free.length < maxConcurrent) await cancelMarked(control, "");
    for (const slot of free) closeSlot(slot);
    control.close();
  }

  return { run, close };
}

const emptySlot = (): Slot => ({ session: undefined, database: "default", settings: new Map() });

function closeSlot(slot: Slot): void {
  slot.session?.close();
  Object.assign(slot, emptySlot());
}

/** The engine assigns query ids itself, so a query is found by the mark at the start of its text. SYNC was seen to hang. */
async function cancelMarked(control: Session, mark: string): Promise<void> {
  await control.queryAsync(`KILL QUERY WHERE startsWith(query, '${mark}') ASYNC`).catch(() => {});
}

/** Repeats, because a query that was just sent may not be listed as running yet. */
async function cancelWhile(running: AbortSignal, control: Session, mark: string): Promise<void> {
  while (!running.aborted) {
    await cancelMarked(control, mark);
    await pause(500, undefined, { signal: running }).catch(() => {});
  }
}
