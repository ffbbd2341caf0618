import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "chdb";
import { refusals } from "./refusals.ts";
import { sessionText } from "./session-text.ts";

/** What one request asks of the engine. */
interface Work {
  text: string;
  database: string;
  format: string;
  settings: ReadonlyMap<string, string>;
  parameters: ReadonlyMap<string, string>;
  altersSession: boolean;
}

export interface Outcome {
  bytes: Uint8Array;
  rows: number;
  rowBytes: number;
  seconds: number;
}

export interface Engine {
  run(work: Work, signal: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}

/** A connection with what earlier requests left in its session; settings live there, so it serves one request at a time. */
interface Seat {
  session: Session | undefined;
  database: string;
  settings: ReadonlyMap<string, string>;
}

/** Queries run beside each other up to here; each holds a thread of libuv's pool, which the parent makes twice as large. */
const seats = 18;
const waitingLimit = 1000;

export function openEngine(connect: () => Session): Engine {
  // Never busy, so that a query can be cancelled while all seats are taken. Opening it opens the data folder.
  const control = connect();
  const free: Seat[] = Array.from({ length: seats }, emptySeat);
  const waiting: ((seat: Seat) => void)[] = [];

  function take(): Promise<Seat> {
    const seat = free.pop();
    if (seat !== undefined) return Promise.resolve(seat);
    if (waiting.length >= waitingLimit) return Promise.reject(refusals.tooMany(waitingLimit));
    return new Promise((resolve) => waiting.push(resolve));
  }

  function giveBack(seat: Seat): void {
    const next = waiting.shift();
    if (next === undefined) free.push(seat);
    else next(seat);
  }

  async function run(work: Work, signal: AbortSignal): Promise<Outcome> {
    const seat = await take();
    try {
      signal.throwIfAborted();
      return await runOn(seat, work, signal);
    } finally {
      giveBack(seat);
    }
  }

  async function runOn(seat: Seat, work: Work, signal: AbortSignal): Promise<Outcome> {
    seat.session ??= connect();
    const before = sessionText(seat, work);
    const mark = `/* ${randomUUID()} */`;
    const running = new AbortController();
    const cancel = () => void cancelWhile(running.signal, control, mark);
    signal.addEventListener("abort", cancel, { once: true });
    // A failed query leaves its session in an unknown state: what it had written already came out with the next one's result.
    let clean = false;
    try {
      const result = await seat.session.queryAsync(`${before}${mark} ${work.text}`, { format: work.format });
      clean = !work.altersSession && !signal.aborted;
      return { bytes: result.bytes(), rows: result.rowsRead, rowBytes: result.bytesRead, seconds: result.elapsed };
    } finally {
      running.abort();
      signal.removeEventListener("abort", cancel);
      if (clean) Object.assign(seat, { database: work.database, settings: work.settings });
      else leave(seat);
    }
  }

  async function close(): Promise<void> {
    if (free.length < seats) await cancelMarked(control, "");
    for (const seat of free) leave(seat);
    control.close();
  }

  return { run, close };
}

const emptySeat = (): Seat => ({ session: undefined, database: "default", settings: new Map() });

function leave(seat: Seat): void {
  seat.session?.close();
  Object.assign(seat, emptySeat());
}

/** The engine gives every query its own id, so a query is found by the mark that its text begins with. SYNC was seen to hang. */
async function cancelMarked(control: Session, mark: string): Promise<void> {
  await control.queryAsync(`KILL QUERY WHERE startsWith(query, '${mark}') ASYNC`).catch(() => {});
}

/** Again and again: a query that has just been sent may not be in the list of running ones yet. */
async function cancelWhile(running: AbortSignal, control: Session, mark: string): Promise<void> {
  while (!running.aborted) {
    await cancelMarked(control, mark);
    await pause(500, undefined, { signal: running }).catch(() => {});
  }
}
