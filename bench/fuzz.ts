import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { fairnessPassword, logStep, spreadOf, startForFairness } from "./fairness/product.ts";
import type { AttackInput, AttackResult } from "./fuzz/attack.ts";
import { startTimer, stolenSeconds } from "./proc.ts";
import { runBench, type Scope } from "./scope.ts";
import type { ServerProcess } from "./server-process.ts";
import { table } from "./table.ts";

// One tenant sends hostile values to every operation of the contract; another asks for the health all the time. No answer may be 5xx, the
// other tenant may not wait, and the server's memory stays flat.

const maxWaitMs = 200;
const program = fileURLToPath(new URL("./fuzz/attack.ts", import.meta.url));

const settings = {
  requests: optionOf("requests", 100_000),
  minutes: optionOf("minutes", 60),
  seed: optionOf("seed", 1),
  "at-once": optionOf("at-once", 8),
};

await runBench(async (scope) => {
  const { server, quiet } = await startForFairness(scope);
  const alone = await watch(scope, `${server.url}/api/health`, quiet.headers, pause(10_000));
  const memory = [rssOf(server)];
  const stolenBefore = stolenSeconds();
  logStep(
    `sending ${settings.requests} requests with hostile values, ${settings["at-once"]} at once, at most ${settings.minutes} minutes`,
  );
  const attack = startAttack(scope, server, (sent) => {
    if (sent % Math.max(1_000, Math.round(settings.requests / 20 / 1_000) * 1_000) !== 0) return;
    memory.push(rssOf(server));
    logStep(`${sent} requests, ${memory.at(-1)} MiB`);
  });
  const [beside, page] = await Promise.all([
    watch(scope, `${server.url}/api/health`, quiet.headers, attack),
    watch(scope, server.url, {}, attack),
  ]);
  const result = await attack;
  console.log(`the host of this machine took ${(stolenSeconds() - stolenBefore).toFixed(1)} s of processor time`);
  memory.push(rssOf(server));
  await pause(5_000);
  report(result, { alone, beside, page, memory: [...memory, rssOf(server)] });
});

interface Waits {
  count: number;
  p50: number;
  p99: number;
  longest: number;
  failed: number;
  /** Without waits in which the host of this machine gave its processors to others. */
  longestUndisturbed: number;
  /** The waits beyond the goal: when they began and ended. */
  late: { from: number; to: number }[];
}

/** Asks for the same address until the work is over. */
async function watch(
  scope: Scope,
  url: string,
  headers: Record<string, string>,
  work: Promise<unknown>,
): Promise<Waits> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  const times: number[] = [];
  const late: Waits["late"] = [];
  let failed = 0;
  let longestUndisturbed = 0;
  while (!isOver) {
    scope.check();
    const timer = startTimer();
    const isFine = await fetch(url, { headers }).then(
      (answer) => answer.arrayBuffer().then(() => answer.status === 200),
      () => false,
    );
    if (!isFine) failed += 1;
    const { ms, isDisturbed } = timer();
    times.push(ms);
    if (ms > maxWaitMs) late.push({ from: Date.now() - ms, to: Date.now() });
    if (!isDisturbed) longestUndisturbed = Math.max(longestUndisturbed, ms);
    await pause(10);
  }
  return {
    count: times.length,
    ...spreadOf(times),
    longest: times.reduce((most, each) => Math.max(most, each), 0),
    longestUndisturbed,
    failed,
    late,
  };
}

async function startAttack(scope: Scope, { url }: ServerProcess, seen: (sent: number) => void): Promise<AttackResult> {
  const attack: AttackInput = {
    ...{ url, requests: settings.requests, maxMs: settings.minutes * 60_000, seed: settings.seed },
    ...{ atOnce: settings["at-once"], tenantId: "flooder", email: "flooder@example.com", password: fairnessPassword },
  };
  const child = spawn(process.execPath, ["--import", "tsx", program], {
    env: { PATH: process.env.PATH ?? "", ATTACK: JSON.stringify(attack) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  scope.later(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  });
  let last = "";
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    const sent = /^sent (\d+)$/.exec(line)?.[1];
    if (sent) seen(Number(sent));
  }
  if (!last.startsWith("{")) throw new Error(`the attack ended early: ${last}`);
  return JSON.parse(last);
}

function report(
  result: AttackResult,
  { alone, beside, page, memory }: { alone: Waits; beside: Waits; page: Waits; memory: number[] },
): void {
  const { sent, seconds, statuses, failures, slowest, worked, operations } = result;
  const row = (name: string, { count, p50, p99, longest, longestUndisturbed, failed }: Waits) => [
    name,
    ...[count, p50.toFixed(1), p99.toFixed(1), longest.toFixed(0), longestUndisturbed.toFixed(0), failed].map(String),
  ];
  const answers = Object.entries(statuses)
    .toSorted(([, one], [, other]) => other - one)
    .map(([kind, count]) => `${count} × ${kind}`);
  console.log(
    `\n${sent} requests in ${seconds.toFixed(0)} s: ${answers.join(", ")}; ${worked} of ${operations} operations worked at least once`,
  );
  console.log(
    `\n${table(["the other tenant, ms", "calls", "p50", "p99", "longest", "undisturbed", "failed"], [row("health, alone", alone), row("health, beside", beside), row("page without the database, beside", page)])}\n`,
  );
  console.log(`memory of the server, MiB: ${memory.join(" ")}`);
  console.log(`slowest: ${slowest.map(({ operation, ms }) => `${operation} ${ms.toFixed(0)} ms`).join(", ")}`);
  console.log(
    `${beside.late.length} waits beyond ${maxWaitMs} ms; in flight during the whole wait: ${accompaniedBy(beside, result)}`,
  );
  for (const { operation, status, count, request, answer } of failures)
    console.log(`\n${count} × ${status || "no answer"} ${operation}\n  ${request}\n  ${answer}`);
  const isFast = beside.longestUndisturbed <= maxWaitMs && beside.failed === 0;
  console.log(`\nno 5xx: ${failures.length === 0 ? "meets the goal" : `${failures.length} kinds`}`);
  console.log(
    `longest wait ≤ ${maxWaitMs} ms, but for those in which the host of this machine took its processors: ${isFast ? "meets the goal" : `${beside.longestUndisturbed.toFixed(0)} ms`}`,
  );
}

/** The operations that ran during the waits, the most frequent first. */
function accompaniedBy({ late }: Waits, { long }: AttackResult): string {
  const counts = new Map<string, number>();
  for (const wait of late)
    for (const { operation, from, to } of long)
      if (from <= wait.from + 20 && to >= wait.to - 20) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  const most = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, 8);
  return most.map(([operation, count]) => `${operation} ${count}`).join(", ") || "none";
}

function rssOf({ pid }: ServerProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}

function optionOf(name: string, usual: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? usual : Number(process.argv[at + 1]);
  if (!Number.isFinite(value) || value <= 0) throw new Error(`--${name} is a number, such as ${usual}`);
  return value;
}
