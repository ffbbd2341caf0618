import { setTimeout as pause } from "node:timers/promises";
import { cpuSeconds, pssBytes } from "../proc.ts";
import type { Scope } from "../scope.ts";

/** One request's body. */
export interface Batch {
  body: Uint8Array;
  rows: number;
}

/** A target for rows. */
export interface Writer {
  name: string;
  /** Resolves when the rows are acknowledged. */
  write(body: Uint8Array): Promise<void>;
  /** The processes whose memory and CPU time are measured. */
  pids(): number[];
}

export interface WriteFigures {
  rows: number;
  rowsPerSecond: number;
  cpuSeconds: number;
  /** In bytes. */
  peakMemory: number;
}

export const connections = 4;

/**
 * Sends the same rows to each writer in slices. The writers take turns, so other load on the machine affects all of them equally.
 * Only sending is measured, not the generation of rows.
 */
export async function measureWrites<Name extends string>(
  scope: Scope,
  writers: Record<Name, Writer>,
  stretches: Iterable<Record<Name, readonly Batch[]>>,
): Promise<Record<Name, WriteFigures>> {
  const names = Object.keys(writers) as Name[];
  const figures = new Map(names.map((name) => [name, { rows: 0, ms: 0, peak: 0, before: cpuOf(writers[name]) }]));
  const look = () => {
    for (const name of names) {
      const figure = figures.get(name);
      if (figure) figure.peak = Math.max(figure.peak, memoryOf(writers[name].pids()));
    }
  };
  const watch = setInterval(look, 2000);
  try {
    for (const stretch of stretches) {
      for (const name of names) {
        scope.check();
        const begin = performance.now();
        await sendAll(writers[name], stretch[name]);
        const figure = figures.get(name);
        if (!figure) continue;
        figure.ms += performance.now() - begin;
        figure.rows += stretch[name].reduce((sum, { rows }) => sum + rows, 0);
      }
    }
    look();
  } finally {
    clearInterval(watch);
  }
  return Object.fromEntries(
    names.map((name) => {
      const { rows, ms, peak, before } = figures.get(name) ?? { rows: 0, ms: 1, peak: 0, before: 0 };
      const cpu = cpuOf(writers[name]) - before;
      return [name, { rows, rowsPerSecond: (rows / ms) * 1000, cpuSeconds: cpu, peakMemory: peak }];
    }),
  ) as Record<Name, WriteFigures>;
}

export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + pssBytes(pid), 0);
}

function cpuOf(writer: Writer): number {
  return writer.pids().reduce((sum, pid) => sum + cpuSeconds(pid), 0);
}

async function sendAll(writer: Writer, batches: readonly Batch[]): Promise<void> {
  const queue = [...batches];
  const sender = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await writer.write(next.body);
  };
  await Promise.all(Array.from({ length: connections }, sender));
}

/** Posts until it is acknowledged, as a real sender would. */
export async function post(url: string, body: Uint8Array, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const answer = await fetch(url, { method: "POST", headers, body });
    const text = await answer.text();
    if (answer.ok) return;
    if (answer.status < 500) throw new Error(`${url}: ${answer.status} ${text.slice(0, 500)}`);
    await pause(200);
  }
}

/** Generates the next rows outside the measured time. */
export function* stretchesOf<Item>(items: Iterable<Item>, length: number): Generator<Item[]> {
  let stretch: Item[] = [];
  for (const item of items) {
    stretch.push(item);
    if (stretch.length < length) continue;
    yield stretch;
    stretch = [];
  }
  if (stretch.length > 0) yield stretch;
}
