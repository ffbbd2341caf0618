import { setTimeout as pause } from "node:timers/promises";
import { type Load, load } from "./load.ts";
import { cpuSeconds, treeOf } from "./proc.ts";
import type { Scope } from "./scope.ts";

/** One server under one kind of load. */
export interface Side {
  load: Load;
  pid: number;
  /** The process id of its postmaster. */
  postgresPid: number;
}

export interface Figures {
  requestsPerSecond: number;
  requestsPerCpuSecond: number;
  postgresCpuMs: number;
  p50: number;
  p99: number;
}

const rounds = 3;

/** The sides take turns, so other load affects both equally. The median of each side's rounds is used. */
export async function compare<Name extends string>(
  scope: Scope,
  sides: Record<Name, Side>,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(sides) as Name[];
  const heard = new Map<Name, Figures[]>(names.map((name) => [name, []]));
  for (const name of names) await load(scope, warmUp(sides[name].load));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) heard.get(name)?.push(await measure(scope, sides[name]));
  }
  return Object.fromEntries(names.map((name) => [name, medians(heard.get(name) ?? [])])) as Record<Name, Figures>;
}

/** The background work of a server, in milliseconds of CPU per second. */
export async function idleCpu(pid: number): Promise<number> {
  const seconds = 5;
  const before = cpuSeconds(pid);
  await pause(seconds * 1000);
  return ((cpuSeconds(pid) - before) / seconds) * 1000;
}

function warmUp(whole: Load): Load {
  return { ...whole, requests: whole.requests / 2 };
}

async function measure(scope: Scope, side: Side): Promise<Figures> {
  const before = cpuOf(side);
  const { requests, seconds, latencies } = await load(scope, side.load);
  const after = cpuOf(side);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    requestsPerSecond: requests / seconds,
    requestsPerCpuSecond: requests / (after.server - before.server),
    postgresCpuMs: ((after.postgres - before.postgres) / requests) * 1000,
    p50: at(0.5),
    p99: at(0.99),
  };
}

function cpuOf({ pid, postgresPid }: Side): { server: number; postgres: number } {
  const postgres = treeOf(postgresPid).reduce((sum, each) => sum + cpuSeconds(each), 0);
  return { server: cpuSeconds(pid), postgres };
}

function medians(all: readonly Figures[]): Figures {
  const middle = (of: keyof Figures) => all.map((each) => each[of]).sort((a, b) => a - b)[all.length >> 1] ?? 0;
  return {
    requestsPerSecond: middle("requestsPerSecond"),
    requestsPerCpuSecond: middle("requestsPerCpuSecond"),
    postgresCpuMs: middle("postgresCpuMs"),
    p50: middle("p50"),
    p99: middle("p99"),
  };
}
