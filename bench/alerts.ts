import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, operations } from "@opsplane/contract";
import { startPostgres } from "@opsplane/embedded";
import pg from "pg";
import { hosts, metrics, send, startFleet, type Target } from "./alerts/fleet.ts";
import { createTemplates, fillPolicies, peerRules } from "./alerts/policies.ts";
import { cpuSeconds, treeOf } from "./proc.ts";
import { runBench, type Scope } from "./scope.ts";
import { table } from "./table.ts";
import { logStep, type Ours, startOurs } from "./telemetry/ours.ts";
import { type Peer, startPrometheus } from "./telemetry/peers.ts";
import { tempFolder } from "./temp-folder.ts";

const largest = Number(process.argv[3] ?? 10_000);
const sizes = [100, 1_000, 10_000].filter((size) => size < largest).concat(largest);
/** The number of policies that the delays are measured with. */
const usual = Math.min(1_000, largest);
const pages = 40;
const patienceMs = 15 * 60_000;
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

interface Product extends Ours {
  database: pg.Client;
  postgresPid: number;
}

interface Cost {
  seconds: number;
  serverMs: number;
  postgresMs: number;
  engineMs: number;
  statements: number;
  rows: number;
}

await runBench(async (scope) => {
  const folder = await tempFolder(scope);
  const product = await start(scope, folder);
  const peer = await startPeer(scope, folder);
  const targets: Target[] = [ourTarget(product), ...(peer ? [{ url: peer.writeUrl, headers: {} }] : [])];
  logStep(`${hosts} hosts with ${metrics} metrics send a sample every 15 s`);
  await startFleet(scope, targets);
  await createTemplates(createClient(operations, { baseUrl: product.url, headers: () => product.headers }));
  const rows: string[][] = [];
  let delays = "";
  for (const size of sizes) {
    await fillPolicies(product.database, size);
    logStep(`${size.toLocaleString("en")} policies`);
    await evaluateAll(scope, product);
    const cost = await evaluateAll(scope, product);
    rows.push(rowOf(size, cost, await largestLag(scope, product)));
    if (size === usual) delays = await sampleToIncident(scope, product);
  }
  console.log(`\nAll policies due at once; lag: how late a policy was at most in 65 s at an interval of 30 s\n`);
  const head = [
    "policies",
    "policies/s",
    "server CPU ms",
    "PostgreSQL CPU ms",
    "engine CPU ms",
    "statements",
    "rows read",
    "max lag s",
  ];
  console.log(table(head, rows));
  console.log(`\n${delays}`);
  if (peer) await showPeer(peer, rows);
});

async function start(scope: Scope, folder: string): Promise<Product> {
  const postgres = await startPostgres({ dataDir: join(folder, "postgres"), log: silent, durable: true });
  scope.later(() => postgres.stop());
  const ours = await startOurs(scope, join(folder, "ours"), { TENANT_PLANE_DATABASE_URL: postgres.url });
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  scope.later(() => database.end());
  return { ...ours, database, postgresPid: postgres.pid() ?? 0 };
}

function startPeer(scope: Scope, folder: string): Promise<Peer | undefined> {
  const config = `global: { evaluation_interval: 30s }\nrule_files: [rules.yml]\n`;
  return startPrometheus(scope, join(folder, "prometheus"), {
    "prometheus.yml": config,
    "rules.yml": peerRules(usual),
  });
}

function ourTarget({ url, token }: Ours): Target {
  return { url: `${url}/api/ingest/prometheus`, headers: { authorization: `Bearer ${token}` } };
}

/** Makes every policy due, and waits until each was evaluated. */
async function evaluateAll(scope: Scope, product: Product): Promise<Cost> {
  const { database } = product;
  const before = await used(product);
  const began = performance.now();
  // A new claim: what is being evaluated at this moment does not count.
  const { rows } = await database.query(
    "update alert_evaluation_states set next_at = now(), claim = claim + 1 returning now() as at",
  );
  const left = async () =>
    (
      await database.query("select from alert_evaluation_states where coalesce(evaluated_at, 'epoch') < $1 limit 1", [
        rows[0]?.at,
      ])
    ).rowCount;
  while ((await left()) !== 0) {
    scope.check();
    if (performance.now() - began > patienceMs) throw new Error("not all policies were evaluated in 15 minutes");
    await pause(10);
  }
  const seconds = (performance.now() - began) / 1000;
  const after = await used(product);
  return {
    seconds,
    serverMs: (after.server - before.server) * 1000,
    postgresMs: (after.postgres - before.postgres) * 1000,
    engineMs: (after.engine - before.engine) * 1000,
    statements: after.statements - before.statements,
    rows: after.rows - before.rows,
  };
}

async function used({ pid, postgresPid, enginePid, engine }: Product) {
  const counted = await engine(
    "select sumIf(value, event = 'SelectQuery'), sumIf(value, event = 'SelectedRows') from system.events format TSV",
  );
  const [statements = 0, rows = 0] = counted.trim().split("\t").map(Number);
  return {
    server: cpuSeconds(pid),
    postgres: treeOf(postgresPid).reduce((sum, each) => sum + cpuSeconds(each), 0),
    engine: cpuSeconds(enginePid()),
    statements,
    rows,
  };
}

/** How long a policy waited at most for its evaluation, over two intervals. */
async function largestLag(scope: Scope, { database }: Product): Promise<number> {
  let largestSeconds = 0;
  for (const end = performance.now() + 65_000; performance.now() < end; ) {
    scope.check();
    const { rows } = await database.query(
      `select coalesce(max(extract(epoch from now() - evaluated_at)), 0)::float as age from alert_evaluation_states`,
    );
    largestSeconds = Math.max(largestSeconds, rows[0]?.age - 30);
    await pause(100);
  }
  return Math.max(0, largestSeconds);
}

function rowOf(size: number, cost: Cost, lag: number): string[] {
  const each = (ms: number) => (ms / size).toFixed(2);
  return [
    size.toLocaleString("en"),
    (size / cost.seconds).toFixed(0),
    ...[each(cost.serverMs), each(cost.postgresMs), each(cost.engineMs)],
    ...[cost.statements.toLocaleString("en"), cost.rows.toLocaleString("en"), lag.toFixed(1)],
  ];
}

/** Samples above a threshold, at any time between evaluations every 5 s: how long until each has its incident. */
async function sampleToIncident(scope: Scope, product: Product): Promise<string> {
  const { url, headers, database } = product;
  logStep(`${pages} samples above a threshold`);
  await createClient(operations, { baseUrl: url, headers: () => headers }).alertPolicies.create({
    body: {
      name: "Over",
      signal: "metrics",
      condition: { type: "threshold", metric_name: "over", operator: ">", threshold: 1, window: "5m", agg: "max" },
      group_by: ["host"],
      interval: "5s",
    },
  });
  const sent = new Map<string, number>();
  for (let page = 0; page < pages; page++) {
    scope.check();
    const host = `h${page}`;
    const now = Date.now();
    sent.set(`Over (host=${host})`, now);
    await send(ourTarget(product), [{ labels: { __name__: "over", host }, samples: [[2, now]] }]);
    // Not in step with the evaluations.
    await pause(1_370);
  }
  const found = async () =>
    (
      await database.query<{ title: string; at: Date }>(
        "select title, created_at as at from incidents where title like 'Over %'",
      )
    ).rows;
  for (const began = performance.now(); (await found()).length < pages; await pause(100)) {
    scope.check();
    if (performance.now() - began > patienceMs) throw new Error("not every sample has an incident after 15 minutes");
  }
  const delays = (await found())
    .map(({ title, at }) => (at.getTime() - (sent.get(title) ?? 0)) / 1000)
    .sort((a, b) => a - b);
  const at = (share: number) => (delays[Math.min(pages - 1, Math.floor(pages * share))] ?? 0).toFixed(1);
  return `From a sample to its incident with ${usual.toLocaleString("en")} other policies, evaluated every 5 s: p50 ${at(0.5)} s, p99 ${at(0.99)} s`;
}

/** How many rules the peer can evaluate in a second, by the time that it took for those it had. */
async function showPeer(peer: Peer, ours: readonly string[][]): Promise<void> {
  const text = await (await fetch(peer.metricsUrl)).text();
  const read = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+-]+)$`, "gm"))].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    );
  const [seconds, count] = ["sum", "count"].map((part) => read(`prometheus_rule_evaluation_duration_seconds_${part}`));
  if (!seconds || !count) return;
  const perSecond = count / seconds;
  const mine = Number(ours.find(([size]) => size === usual.toLocaleString("en"))?.[1]);
  console.log(
    `${peer.name}, the same ${usual.toLocaleString("en")} rules over the same samples, one after the other: ${perSecond.toFixed(0)} rules/s; ratio ${(mine / perSecond).toFixed(2)}`,
  );
}
