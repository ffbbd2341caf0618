import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, operations } from "@opsplane/contract";
import { latencies } from "./latency.ts";
import { cpuSeconds, pssBytes, treeOf } from "./proc.ts";
import { runBench, type Scope } from "./scope.ts";
import { startProduct } from "./server-process.ts";
import { table } from "./table.ts";
import { type Peer, startPrometheus, startVictoriaMetrics } from "./telemetry-peers.ts";
import { type Fleet, requestsOf } from "./telemetry-series.ts";
import { tempFolder } from "./temp-folder.ts";

// npm run bench -- telemetry [hours]: remote write and range queries beside Prometheus and VictoriaMetrics, one after the other.

const password = "correct horse battery staple";
const emulated = process.arch !== "x64";
const hours = Number(process.argv[3] ?? (emulated ? 1 : 24));
const conc = 4;
const fleet: Fleet = { hosts: 50, metrics: 100, end: Math.floor(Date.now() / 300_000) * 300_000, hours };

/** A server under test: where to write, and how to ask each question. */
interface Side {
  name: string;
  pid: number;
  folder: string;
  write(body: Uint8Array): Promise<void>;
  ask(question: Question): Promise<string>;
}

interface Question {
  name: string;
  promql: string;
  ours: Record<string, string>;
  seconds: number;
  step: number;
}

const day = Math.min(hours, 24) * 3600 - 600;
const questions: Question[] = [
  {
    name: "1 series",
    promql: 'bench_gauge_00{host="host-00"}',
    ours: { metric_name: "bench_gauge_00", match: "host=host-00" },
    seconds: day,
    step: 60,
  },
  { name: "50 series", promql: "bench_gauge_00", ours: { metric_name: "bench_gauge_00" }, seconds: day, step: 60 },
  {
    name: "rate by group over 50",
    promql: "sum by (dc) (rate(bench_counter_01[5m]))",
    ours: { metric_name: "bench_counter_01", agg: "rate", by: "dc", window: "5m" },
    seconds: day,
    step: 60,
  },
  {
    name: "5,000 series, 1 h, by host",
    promql: 'sum by (host) ({job="bench"})',
    ours: { metric_name: "bench_*", agg: "sum", by: "host" },
    seconds: Math.min(3600, day),
    step: 60,
  },
];

await runBench(async (scope) => {
  const folder = await tempFolder(scope);
  if (emulated) tell(`the embedded engine is EMULATED on ${process.arch}: its figures say nothing about a real one`);
  const peers = await Promise.all([
    startPrometheus(scope, join(folder, "prometheus")),
    startVictoriaMetrics(scope, join(folder, "victoria")),
  ]);
  const sides = [
    await ourSide(scope, join(folder, "ours")),
    ...peers.flatMap((peer) => (peer ? [peerSide(peer)] : [])),
  ];
  const written: string[][] = [];
  for (const side of sides) written.push(await measureWrites(scope, side));
  console.log(`\nremote write, 5,000 series × ${hours} h, ${conc} connections, generator on the same cores\n`);
  console.log(
    table(["", "samples/s", "CPU s", "of it without its engine", "peak memory MB", "bytes a sample"], written),
  );
  const asked = await measureQuestions(scope, sides);
  console.log(`\nrange queries over ${day / 3600} h, p50 ms (and how many times Prometheus's)\n`);
  console.log(table(["", ...sides.map(({ name }) => name)], asked));
});

async function ourSide(scope: Scope, folder: string): Promise<Side> {
  tell("starting the product");
  const product = await startProduct(scope, {
    DATA_DIR: folder,
    BOOTSTRAP_ADMIN_PASSWORD: password,
    API_RATE_LIMIT_PER_MINUTE: "0",
    TELEMETRY_QUERY_SECONDS: "300",
  });
  const anyone = createClient(operations, { baseUrl: product.url });
  while ((await anyone.system.health()).status !== "ok") await pause(200);
  const { token, user } = await anyone.auth.token({ body: { email: "admin@opsplane.local", password } });
  const headers = { authorization: `Bearer ${token}`, "x-tenant-id": user.tenant_id };
  const collector = await createClient(operations, { baseUrl: product.url, headers: () => headers }).collectors.create({
    body: { name: "bench" },
  });
  return {
    name: "Opsplane",
    pid: product.pid,
    folder: join(folder, "clickhouse"),
    write: (body) => post(`${product.url}/api/ingest/prometheus`, body, { authorization: `Bearer ${collector.token}` }),
    ask: async ({ ours, seconds, step }) => {
      const end = fleet.end;
      const query = new URLSearchParams({ ...ours, start: `${end - seconds * 1000}`, end: `${end}`, step: `${step}s` });
      const answer = await fetch(`${product.url}/api/metrics/query?${query}`, { headers });
      if (!answer.ok) throw new Error(`Opsplane: ${answer.status} ${await answer.text()}`);
      return answer.text();
    },
  };
}

function peerSide(peer: Peer): Side {
  return {
    ...peer,
    write: (body) => post(peer.writeUrl, body, {}),
    ask: ({ promql, seconds, step }) => peer.ask(promql, fleet.end / 1000 - seconds, fleet.end / 1000, step),
  };
}

/** Until it is acknowledged, as a real sender would. */
async function post(url: string, body: Uint8Array, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-protobuf", "content-encoding": "snappy" },
      body,
    });
    const text = await answer.text();
    if (answer.ok) return;
    if (answer.status < 500) throw new Error(`${url}: ${answer.status} ${text}`);
    await pause(200);
  }
}

async function measureWrites(scope: Scope, side: Side): Promise<string[]> {
  tell(`writing to ${side.name}`);
  let [samples, sending, peak] = [0, 0, 0];
  const look = () => {
    peak = Math.max(
      peak,
      treeOf(side.pid).reduce((sum, pid) => sum + pssBytes(pid), 0),
    );
  };
  const watch = setInterval(look, 2000);
  const cpu = () => treeOf(side.pid).reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const [cpuBefore, ownBefore] = [cpu(), cpuSeconds(side.pid)];
  for (const requests of requestsOf(fleet)) {
    scope.check();
    const begin = performance.now();
    const queue = [...requests];
    const sender = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await side.write(next.body);
    };
    await Promise.all(Array.from({ length: conc }, sender));
    sending += performance.now() - begin;
    samples += requests.reduce((sum, { samples: each }) => sum + each, 0);
  }
  const [used, own] = [cpu() - cpuBefore, cpuSeconds(side.pid) - ownBefore];
  clearInterval(watch);
  look();
  // Merging goes on for a while; what is on disk then is what stays.
  await pause(emulated ? 30_000 : 10_000);
  const bytes = Number(execFileSync("du", ["-sb", side.folder], { encoding: "utf8" }).split("\t")[0]);
  return [
    side.name,
    Math.round((samples / sending) * 1000).toLocaleString("en"),
    used.toFixed(1),
    own.toFixed(1),
    Math.round(peak / 1e6).toLocaleString("en"),
    (bytes / samples).toFixed(2),
  ];
}

async function measureQuestions(scope: Scope, sides: Side[]): Promise<string[][]> {
  const rows: string[][] = [];
  for (const question of questions) {
    tell(`asking: ${question.name}`);
    const calls = Object.fromEntries(sides.map((side) => [side.name, [() => side.ask(question)]]));
    const taken = await latencies(scope, calls, emulated ? 5 : 20);
    const base = taken["Prometheus 2.42"]?.p50;
    rows.push([
      question.name,
      ...sides.map(({ name }) => {
        const p50 = taken[name]?.p50 ?? 0;
        return `${p50.toFixed(1)}${base ? ` (${(p50 / base).toFixed(2)})` : ""}`;
      }),
    ]);
  }
  return rows;
}

function tell(what: string): void {
  console.log(`bench: ${what}`);
}
