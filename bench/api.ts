import { isDeepStrictEqual } from "node:util";
import { createClient, operations } from "@opsplane/contract";
import { startPostgres } from "@opsplane/embedded";
import { readConfig } from "../apps/tenant-plane/src/config.ts";
import type { Call } from "./load.ts";
import { compare, type Figures, idleCpu } from "./measure.ts";
import { idleMemory } from "./memory.ts";
import { runBench, type Scope } from "./scope.ts";
import { seedIncidents } from "./seed.ts";
import { type ServerProcess, startBareServer, startProduct } from "./server-process.ts";
import { table } from "./table.ts";
import { tempFolder } from "./temp-folder.ts";

interface Case {
  name: string;
  /** The limits of one round, which ends after `seconds` at the latest. */
  requests: number;
  status: number;
  callOf(ids: readonly string[]): (index: number) => Call;
}

// Creates come last, so the list is measured with the seeded incidents only.
const cases: Case[] = [
  {
    name: "GET by id",
    requests: 10_000,
    status: 200,
    // The prime scatters the requests over all incidents.
    callOf: (ids) => (index) => ({ method: "GET", path: `/api/incidents/${ids[(index * 7919) % ids.length]}` }),
  },
  {
    name: "list of 50",
    requests: 2_000,
    status: 200,
    callOf: () => () => ({ method: "GET", path: "/api/incidents?limit=50" }),
  },
  {
    name: "create",
    requests: 4_000,
    status: 201,
    callOf: () => (index) => ({
      method: "POST",
      path: "/api/incidents",
      body: {
        title: `Checkout answers slowly, for the ${index}th time`,
        description: "The 99th percentile of the checkout is above two seconds since the last deployment.",
        severity: "P2",
      },
    }),
  },
];
const seconds = 8;
const ratioGoal = 0.6;
const memoryGoalMb = 700;
const password = "correct horse battery staple";
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

await runBench(async (scope) => {
  await compareServers(scope);
  await showMemory(scope);
});

async function compareServers(scope: Scope): Promise<void> {
  logStep("starting PostgreSQL, the product and the baseline");
  const folder = await tempFolder(scope);
  const postgres = await startPostgres({ dataDir: `${folder}/postgres`, log: silent, durable: true });
  scope.later(() => postgres.stop());
  const ours = await startProduct(scope, {
    DATA_DIR: `${folder}/data`,
    TENANT_PLANE_DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: "http://127.0.0.1:9",
    API_RATE_LIMIT_PER_MINUTE: "0",
    BOOTSTRAP_ADMIN_PASSWORD: password,
  });
  const bare = await startBareServer(scope, [postgres.url, String(readConfig({}).connections)]);
  const ids = await seedIncidents(postgres.url);
  const headers = await login(ours);
  await assertSameAnswers(ours, headers, bare, ids);
  const idle = await idleCpu(ours.pid);

  const results: [Case, Record<"ours" | "bare", Figures>][] = [];
  for (const each of cases) {
    scope.check();
    logStep(`measuring ${each.name}`);
    const { requests, status } = each;
    const sideOf = (server: ServerProcess, sent: Record<string, string>) => ({
      load: { url: server.url, headers: sent, callOf: each.callOf(ids), status, requests, seconds },
      pid: server.pid,
      postgresPid: postgres.pid() ?? 0,
    });
    results.push([each, await compare(scope, { ours: sideOf(ours, headers), bare: sideOf(bare, {}) })]);
  }
  showFigures(results, idle);
  await Promise.all([ours.stop(), bare.stop()]);
}

async function login({ url }: ServerProcess): Promise<Record<string, string>> {
  const { auth } = createClient(operations, { baseUrl: url });
  const { token, user } = await auth.token({ body: { email: "admin@opsplane.local", password } });
  return { authorization: `Bearer ${token}`, "x-tenant-id": user.tenant_id };
}

/** The baseline must return the same result, otherwise the comparison is invalid. */
async function assertSameAnswers(
  ours: ServerProcess,
  headers: Record<string, string>,
  bare: ServerProcess,
  ids: readonly string[],
): Promise<void> {
  for (const path of [`/api/incidents/${ids[0]}`, `/api/incidents/${ids[1]}`, "/api/incidents?limit=50"]) {
    const [mine, its]: unknown[] = await Promise.all([
      fetch(ours.url + path, { headers }).then((answer) => answer.json()),
      fetch(bare.url + path).then((answer) => answer.json()),
    ]);
    if (!isDeepStrictEqual(mine, its)) throw new Error(`the two servers answer ${path} differently`);
  }
}

function showFigures(results: readonly [Case, Record<"ours" | "bare", Figures>][], idle: number): void {
  const head = ["", "req/s", "req/CPU-s", "CPU µs/req", "PostgreSQL CPU µs/req", "p50 ms", "p99 ms"];
  const rowOf = (name: string, { requestsPerSecond, requestsPerCpuSecond, postgresCpuMs, p50, p99 }: Figures) => [
    name,
    requestsPerSecond.toFixed(0),
    requestsPerCpuSecond.toFixed(0),
    (1e6 / requestsPerCpuSecond).toFixed(0),
    (postgresCpuMs * 1000).toFixed(0),
    p50.toFixed(1),
    p99.toFixed(1),
  ];
  const rows = results.flatMap(([{ name }, { ours, bare }]) => [
    rowOf(`${name}, ours`, ours),
    rowOf(`${name}, bare`, bare),
  ]);
  console.log(`\n${table(head, rows)}\n`);
  for (const [{ name }, { ours, bare }] of results) {
    const ratio = ours.requestsPerCpuSecond / bare.requestsPerCpuSecond;
    const verdict = ratio >= ratioGoal ? "meets" : "MISSES";
    console.log(
      `${name.padEnd(10)}  ${ratio.toFixed(2)} of bare's requests per CPU second: ${verdict} the goal of ${ratioGoal}`,
    );
  }
  console.log(`Ours includes background work (durable work, heartbeats): ${idle.toFixed(0)} ms of CPU per second.`);
}

async function showMemory(scope: Scope): Promise<void> {
  console.log();
  logStep("starting the whole product with its embedded engines");
  const { health, server, postgres, clickhouse } = await idleMemory(scope);
  const total = server + postgres + clickhouse;
  const rows = Object.entries({ server, PostgreSQL: postgres, ClickHouse: clickhouse, total });
  console.log(
    `\n${table(
      [`idle, health ${health}`, "MB"],
      rows.map(([name, bytes]) => [name, mb(bytes).toFixed(0)]),
    )}\n`,
  );
  const verdict = mb(total) <= memoryGoalMb ? "meets" : "MISSES";
  console.log(`memory      ${mb(total).toFixed(0)} MB: ${verdict} the goal of ${memoryGoalMb} MB`);
}

function mb(bytes: number): number {
  return bytes / 1024 / 1024;
}

function logStep(what: string): void {
  console.log(`bench: ${what}`);
}
