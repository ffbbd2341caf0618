import { latencies } from "../latency.ts";
import type { Scope } from "../scope.ts";
import { table } from "../table.ts";
import { logStep } from "./ours.ts";

/** A query and its form for each side. Ratios are relative to the first peer. */
export interface Question {
  name: string;
  opsplane: () => Promise<unknown>;
  peers: readonly { name: string; ask: () => Promise<unknown> }[];
}

/** Runs the query on every side in turn and prints the times. */
export async function compare(scope: Scope, title: string, questions: readonly Question[]): Promise<void> {
  const rows: string[][] = [];
  for (const { name, opsplane, peers } of questions) {
    logStep(`asking: ${name}`);
    const sides = [["Opsplane", opsplane], ...peers.map((peer) => [peer.name, peer.ask] as const)] as const;
    const calls = Object.fromEntries(sides.map(([side, ask]) => [side, [ask]]));
    const taken = await latencies(scope, calls, 20);
    const yardstick = taken[peers[0]?.name ?? ""]?.p50;
    const cell = (p50: number) => `${p50.toFixed(1)}${yardstick ? ` (${(p50 / yardstick).toFixed(2)})` : ""}`;
    rows.push([name, ...sides.map(([side]) => cell(taken[side]?.p50 ?? 0))]);
  }
  const [first] = questions;
  const against = first?.peers[0] ? ` (and how many times that of ${first.peers[0].name})` : "";
  console.log(`\n${title}, p50 ms${against}\n`);
  console.log(table(["", "Opsplane", ...(first?.peers ?? []).map(({ name }) => name)], rows));
}
