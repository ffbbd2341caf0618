import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient, type Operations, operations } from "@opsplane/contract";
import { startPostgres } from "@opsplane/embedded";
import pg from "pg";
import { cpuSeconds, treeOf } from "./proc.ts";
import { runBench, type Scope } from "./scope.ts";
import { startProduct } from "./server-process.ts";
import { table } from "./table.ts";
import { tempFolder } from "./temp-folder.ts";
import { bareRuns, seedRuns } from "./workflow-baseline.ts";

const runs = 1_000;
const growthRuns = 200;
const sizes = [100, 1_000, 10_000];
const patienceMs = 10 * 60_000;
const password = "correct horse battery staple";
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

interface Product {
  api: Client<Operations>;
  workflowId: string;
  databaseUrl: string;
  /** CPU seconds of the server and of PostgreSQL. */
  cpu(): { server: number; postgres: number };
}

/** What a number of runs took. */
interface RunCost {
  seconds: number;
  serverMs: number;
  postgresMs: number;
}

await runBench(async (scope) => {
  const product = await start(scope);
  logStep(`warming up`);
  await measure(scope, product, 100);
  logStep(`${runs} runs of 5 steps`);
  const ours = await measure(scope, product, runs);
  logStep(`the same number of durable steps as bare transactions`);
  const bare = await bareRuns(product.databaseUrl, runs);
  console.log();
  console.log(
    table(
      ["1,000 runs of 5 steps", "runs/s", "server CPU ms/run", "PostgreSQL CPU ms/run"],
      [
        ["Opsplane", (runs / ours.seconds).toFixed(0), perRun(ours.serverMs, runs), perRun(ours.postgresMs, runs)],
        ["bare transactions", (runs / bare.seconds).toFixed(0), "", ""],
        ["ratio", (bare.seconds / ours.seconds).toFixed(2), "", ""],
      ],
    ),
  );
  await showGrowth(scope, product);
});

function perRun(ms: number, count: number): string {
  return (ms / count).toFixed(2);
}

async function showGrowth(scope: Scope, product: Product): Promise<void> {
  const rows: string[][] = [];
  for (const size of sizes) {
    await seedRuns(product.databaseUrl, product.workflowId, size);
    logStep(`${growthRuns} runs with ${size} stored ones`);
    const taken = await measure(scope, product, growthRuns);
    const lists = await listMs(product);
    rows.push([
      size.toLocaleString("en"),
      (growthRuns / taken.seconds).toFixed(0),
      perRun(taken.serverMs, growthRuns),
      perRun(taken.postgresMs, growthRuns),
      lists.toFixed(1),
    ]);
  }
  console.log();
  console.log(
    table(["stored runs", "runs/s", "server CPU ms/run", "PostgreSQL CPU ms/run", "list of 50, p50 ms"], rows),
  );
}

async function start(scope: Scope): Promise<Product> {
  const folder = await tempFolder(scope);
  const postgres = await startPostgres({ dataDir: `${folder}/postgres`, log: silent, durable: true });
  scope.later(() => postgres.stop());
  const server = await startProduct(scope, {
    DATA_DIR: `${folder}/data`,
    TENANT_PLANE_DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: "http://127.0.0.1:9",
    API_RATE_LIMIT_PER_MINUTE: "0",
    BOOTSTRAP_ADMIN_PASSWORD: password,
  });
  const { auth } = createClient(operations, { baseUrl: server.url });
  const { token, user } = await auth.token({ body: { email: "admin@opsplane.local", password } });
  const headers = { authorization: `Bearer ${token}`, "x-tenant-id": user.tenant_id };
  const api = createClient(operations, { baseUrl: server.url, headers: () => headers });
  const { id: workflowId } = await api.workflows.create({
    body: {
      name: "Five steps",
      inputs: [{ name: "number", type: "integer", required: true }],
      steps: [
        { id: "one", type: "condition", config: { expression: "input.number >= 0" } },
        { id: "two", type: "condition", config: { expression: "input.number < 1000000" } },
        { id: "three", type: "notification", config: { message: "Run {{ input.number }}" } },
        { id: "four", type: "condition", config: { expression: "steps.one.result" } },
        { id: "five", type: "condition", config: { expression: "steps.two.result && steps.four.result" } },
      ],
    },
  });
  const postgresPid = postgres.pid() ?? 0;
  return {
    ...{ api, workflowId, databaseUrl: postgres.url },
    cpu: () => ({
      server: cpuSeconds(server.pid),
      postgres: treeOf(postgresPid).reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    }),
  };
}

/** Starts runs from ten clients, and waits until the last has succeeded. */
async function measure(scope: Scope, { api, workflowId, databaseUrl, cpu }: Product, count: number): Promise<RunCost> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const states = async () => {
    const { rows } = await client.query<{ status: string; count: string }>(
      "select status, count(*) from runs where parameters ? 'number' and not parameters ? 'seeded' group by status",
    );
    return Object.fromEntries(rows.map((row) => [row.status, Number(row.count)]));
  };
  const already = (await states()).succeeded ?? 0;
  const [began, before] = [performance.now(), cpu()];
  let next = 0;
  const starter = async () => {
    for (let number = next++; number < count; number = next++) {
      scope.check();
      await api.workflows.run({ params: { id: workflowId }, body: { input: { number } } });
    }
  };
  await Promise.all(Array.from({ length: 10 }, starter));
  for (let done = 0; done < count; ) {
    scope.check();
    const now = await states();
    if (now.failed) throw new Error(`${now.failed} runs failed`);
    if (performance.now() - began > patienceMs) throw new Error(`only ${done} of ${count} runs ended in ten minutes`);
    done = (now.succeeded ?? 0) - already;
    await pause(50);
  }
  const seconds = (performance.now() - began) / 1000;
  const after = cpu();
  await client.end();
  return {
    seconds,
    serverMs: (after.server - before.server) * 1000,
    postgresMs: (after.postgres - before.postgres) * 1000,
  };
}

async function listMs({ api }: Product): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < 21; round++) {
    const began = performance.now();
    await api.workflows.runs({ query: { limit: 50 } });
    taken.push(performance.now() - began);
  }
  return taken.sort((one, other) => one - other)[10] ?? 0;
}

function logStep(words: string): void {
  console.log(`bench: ${words}`);
}
