import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Scope } from "../scope.ts";
import type { ServerProcess } from "../server-process.ts";
import { table } from "../table.ts";
import type { FloodKind } from "./flood.ts";
import { logStep, type Spread, spreadOf, startForFairness, type Tenant, untilOk } from "./product.ts";

// One tenant floods; another sends one record, runs one search and reads one incident at a time. Measures its response times.

const goal = 3;
const callsEach = 400;
const maxSecondsEach = 30;
const floodProgram = fileURLToPath(new URL("./flood.ts", import.meta.url));

const floods: Record<FloodKind, string> = {
  logs: "4 senders of 2 MB of log lines",
  metrics: "4 senders of 100,000 samples",
  searches: "12 searches at once",
  bombs: "4 senders of gzip bombs",
  idle: "50 bodies that never arrive",
};

type Call = () => Promise<number>;

export async function requestsBesideFlood(scope: Scope): Promise<void> {
  const { server, quiet, flooder } = await startForFairness(scope);
  const calls = await callsOf(server, quiet);
  // The records that the flood's searches find.
  await seedLogs(server, flooder);

  const alone = new Map<string, Spread>();
  for (const [name, call] of Object.entries(calls)) alone.set(name, await measure(scope, call));
  const rows: string[][] = [];
  const verdicts: string[] = [];
  for (const [kind, about] of Object.entries(floods) as [FloodKind, string][]) {
    logStep(`flooding: ${about}`);
    const flood = await startFlood(scope, server, flooder, kind);
    for (const [name, call] of Object.entries(calls)) {
      const before = alone.get(name) ?? { p50: 0, p99: 0 };
      const during = await measure(scope, call);
      const ratio = during.p99 / before.p99;
      rows.push([
        `${name}, ${about}`,
        ...[before.p50, before.p99, during.p50, during.p99].map((ms) => ms.toFixed(1)),
        ratio.toFixed(1),
        String(during.failed),
      ]);
      if (ratio > goal || during.failed > 0)
        verdicts.push(`${name}, ${about}: ${ratio.toFixed(1)}, ${during.failed} failed`);
    }
    await flood.stop();
    await untilOk(server);
  }
  console.log(
    `\n${table(["the quiet tenant", "p50 alone", "p99 alone", "p50 beside", "p99 beside", "p99 ratio", "failed"], rows)}\n`,
  );
  console.log(
    verdicts.length === 0
      ? `p99 beside a flood stays within ${goal} times p99 alone, and nothing failed: meets the goal`
      : `beyond ${goal} times p99 alone:\n  ${verdicts.join("\n  ")}`,
  );
}

async function callsOf(server: ServerProcess, { api, headers }: Tenant): Promise<Record<string, Call>> {
  const incident = await api.incidents.create({ body: { title: "Quiet" } });
  const from = new Date(Date.now() - 1_800_000).toISOString();
  let count = 0;
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(server.url + path, { ...init, headers: { ...headers, ...init.headers } });
    await answer.arrayBuffer();
    return answer.status;
  };
  const body = () => JSON.stringify([{ message: `record ${count++}`, service: "quiet" }]);
  return {
    "a log record": () =>
      ask("/api/logs", { method: "POST", body: body(), headers: { "content-type": "application/json" } }),
    "a log search": () => ask(`/api/logs?limit=20&service=quiet&from=${from}`),
    "an incident": () => ask(`/api/incidents/${incident.id}`),
  };
}

async function measure(scope: Scope, call: Call): Promise<Spread & { failed: number }> {
  const taken: number[] = [];
  let failed = 0;
  for (let warmUp = 0; warmUp < 10; warmUp++) await call();
  const endsAt = performance.now() + maxSecondsEach * 1000;
  while (taken.length < callsEach && performance.now() < endsAt) {
    scope.check();
    const begin = performance.now();
    if ((await call()) !== 200) failed += 1;
    taken.push(performance.now() - begin);
  }
  return { ...spreadOf(taken), failed };
}

/** In a separate process, so that its work does not affect the measured times. */
async function startFlood(scope: Scope, server: ServerProcess, { headers }: Tenant, kind: FloodKind) {
  const child = spawn(process.execPath, ["--import", "tsx", floodProgram, kind, server.url], {
    env: { PATH: process.env.PATH ?? "", FLOOD_HEADERS: JSON.stringify(headers) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = () => end(child);
  scope.later(stop);
  await pause(2_000);
  return { stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function seedLogs(server: ServerProcess, { headers }: Tenant): Promise<void> {
  for (let batch = 0; batch < 10; batch++) {
    const lines = Array.from({ length: 20_000 }, (_, row) => ({
      message: `payment ${batch} ${row} took long`,
      service: "shop",
    }));
    await fetch(`${server.url}/api/logs`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(lines),
    });
  }
}
