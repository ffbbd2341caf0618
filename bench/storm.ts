import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient, type Operations, operations } from "@opsplane/contract";
import { startPostgres } from "@opsplane/embedded";
import pg from "pg";
import { send } from "./alerts/fleet.ts";
import { spreadOf } from "./fairness/product.ts";
import { cpuSeconds, treeOf } from "./proc.ts";
import { runBench, type Scope } from "./scope.ts";
import { table } from "./table.ts";
import { logStep, type Ours, startOurs } from "./telemetry/ours.ts";
import { tempFolder } from "./temp-folder.ts";

// One policy fires for many groups at once: what that costs, and how long others wait then. The cost of a group must not grow.

const largest = Number(process.argv[3] ?? 10_000);
const sizes = [100, 1_000, 10_000].filter((size) => size < largest).concat(largest);
const patienceMs = 10 * 60_000;
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

interface Product extends Ours {
  api: Client<Operations>;
  database: pg.Client;
  postgresPid: number;
}

await runBench(async (scope) => {
  const folder = await tempFolder(scope);
  const product = await start(scope, folder);
  const rows: string[][] = [];
  for (const size of sizes) rows.push(await storm(scope, product, size));
  console.log(`\nOne policy fires for all its groups in one evaluation; "others" are health requests in that time\n`);
  const head = ["groups", "seconds", "ms a group", "server CPU s", "PostgreSQL CPU s"];
  console.log(
    table([...head, "incidents", "alerts of the storm", "all paged after s", "others p50 ms", "others max ms"], rows),
  );
});

async function start(scope: Scope, folder: string): Promise<Product> {
  const postgres = await startPostgres({ dataDir: join(folder, "postgres"), log: silent, durable: true });
  scope.later(() => postgres.stop());
  const ours = await startOurs(scope, join(folder, "ours"), { TENANT_PLANE_DATABASE_URL: postgres.url });
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  scope.later(() => database.end());
  const api = createClient(operations, { baseUrl: ours.url, headers: () => ours.headers });
  const { user } = await api.auth.me({});
  await api.escalationPolicies.create({
    body: { name: "The admin", is_default: true, steps: [{ targets: [{ type: "user", id: user.id }] }] },
  });
  return { ...ours, api, database, postgresPid: postgres.pid() ?? 0 };
}

async function storm(scope: Scope, product: Product, size: number): Promise<string[]> {
  const { api, database } = product;
  const metric_name = `storm_${size}`;
  const policy = await api.alertPolicies.create({
    body: {
      ...{ name: `Storm of ${size}`, signal: "metrics", group_by: ["host"], interval: "5s", severity: "P2" },
      condition: { type: "threshold", metric_name, operator: ">", threshold: 1, window: "15m", agg: "max" },
    },
  });
  logStep(`${size.toLocaleString("en")} groups`);
  const now = Date.now();
  const series = Array.from({ length: size }, (_, host) => ({
    labels: { __name__: metric_name, host: `h${host}` },
    samples: [[2, now] as [number, number]],
  }));
  const url = `${product.url}/api/ingest/prometheus`;
  const watching = watch(scope, product.url);
  const before = used(product);
  const began = performance.now();
  await send({ url, headers: { authorization: `Bearer ${product.token}` } }, series);
  const firing = async () => {
    const { rows } = await database.query(
      "select count(*)::int as count from alerts where policy_id = $1 and status = 'firing'",
      [policy.id],
    );
    return rows[0]?.count;
  };
  while ((await firing()) < size) {
    scope.check();
    if (performance.now() - began > patienceMs) throw new Error("not every group fires after 10 minutes");
    await pause(20);
  }
  const seconds = (performance.now() - began) / 1000;
  const after = used(product);
  const incidentsOf = async () => {
    const { rows } = await database.query(
      `select count(distinct incident_id)::int as incidents,
         (select max(count) from (select count(*)::int from alerts where policy_id = $1 group by incident_id) each) as largest,
         (select count(*)::int from oncall_pages where incident_id in (select incident_id from alerts where policy_id = $1)) as pages
       from alerts where policy_id = $1`,
      [policy.id],
    );
    return rows[0];
  };
  let opened = await incidentsOf();
  while (opened.pages < opened.incidents) {
    scope.check();
    if (performance.now() - began > patienceMs) throw new Error("not every incident pages after 10 minutes");
    await pause(20);
    opened = await incidentsOf();
  }
  const paged = (performance.now() - began) / 1000;
  const others = await watching();
  return [
    size.toLocaleString("en"),
    seconds.toFixed(1),
    ((seconds * 1000) / size).toFixed(2),
    (after.server - before.server).toFixed(1),
    (after.postgres - before.postgres).toFixed(1),
    ...[opened.incidents, opened.largest].map(String),
    paged.toFixed(1),
    ...[others.p50, others.longest].map((ms) => ms.toFixed(0)),
  ];
}

function used({ pid, postgresPid }: Product) {
  return {
    server: cpuSeconds(pid),
    postgres: treeOf(postgresPid).reduce((sum, each) => sum + cpuSeconds(each), 0),
  };
}

/** Asks for the health until it is called, and then gives the waits. */
function watch(scope: Scope, url: string): () => Promise<{ p50: number; longest: number }> {
  let isOver = false;
  const taken: number[] = [];
  const asking = (async () => {
    while (!isOver) {
      scope.check();
      const begin = performance.now();
      await (await fetch(`${url}/api/health`)).arrayBuffer();
      taken.push(performance.now() - begin);
      await pause(10);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return { p50: spreadOf(taken).p50, longest: taken.reduce((max, each) => Math.max(max, each), 0) };
  };
}
