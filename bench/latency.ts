import type { Scope } from "./scope.ts";

export interface Latency {
  p50: number;
  p95: number;
}

/** The minimum number of calls, and the maximum time for further calls. */
const fewest = 3;
const patienceMs = 300_000;

type Call = () => Promise<unknown>;

/**
 * Measures sequential calls after a warm-up round. The sides take turns at every call, so that other load on the machine affects all
 * of them equally.
 */
export async function latencies<Name extends string>(
  scope: Scope,
  sides: Record<Name, readonly Call[]>,
  rounds: number,
): Promise<Record<Name, Latency>> {
  const names = Object.keys(sides) as Name[];
  const taken = new Map<Name, number[]>(names.map((name) => [name, []]));
  const calls = Math.max(...names.map((name) => sides[name].length));
  const begun = performance.now();
  const goesOn = (round: number) => round < fewest || performance.now() - begun < patienceMs;
  for (let round = -1; round < rounds && goesOn(round); round++) {
    for (let index = 0; index < calls; index++) {
      for (const name of names) {
        scope.check();
        const begin = performance.now();
        await sides[name][index]?.();
        if (round >= 0) taken.get(name)?.push(performance.now() - begin);
      }
    }
  }
  return Object.fromEntries(names.map((name) => [name, summary(taken.get(name) ?? [])])) as Record<Name, Latency>;
}

function summary(taken: readonly number[]): Latency {
  const sorted = [...taken].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}
