import { createClient, operations } from "@opsplane/contract";
import { startPostgres } from "@opsplane/embedded";
import { readsAt } from "./growth-reads.ts";
import { seedRecords } from "./growth-seed.ts";
import { runBench, type Scope } from "./scope.ts";
import { startProduct } from "./server-process.ts";
import { table } from "./table.ts";
import { tempFolder } from "./temp-folder.ts";

const password = "correct horse battery staple";
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const warmUps = 8;
const requests = 15;
/** A read that takes this long is asked less often. */
const patienceMs = 20_000;

const largest = Number(process.argv[3] ?? 1_000_000);
const sizes = [10_000, 100_000, 1_000_000].filter((size) => size < largest).concat(largest);

await runBench(async (scope) => {
  const measured = new Map<number, Map<string, number>>();
  for (const size of sizes) measured.set(size, await measureAt(scope, size));
  show(measured);
});

async function measureAt(scope: Scope, size: number): Promise<Map<string, number>> {
  tell(`seeding ${size.toLocaleString("en")} incidents, changes, requests and audit entries`);
  const folder = await tempFolder(scope);
  const postgres = await startPostgres({ dataDir: `${folder}/postgres`, log: silent, durable: false });
  const server = await startProduct(scope, {
    DATA_DIR: `${folder}/data`,
    TENANT_PLANE_DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: "http://127.0.0.1:9",
    API_RATE_LIMIT_PER_MINUTE: "0",
    BOOTSTRAP_ADMIN_PASSWORD: password,
  });
  scope.later(() => postgres.stop());
  const records = await seedRecords(postgres.url, size);
  const ask = await asker(server.url);
  tell(`measuring at ${size.toLocaleString("en")}`);
  const taken = new Map<string, number>();
  for (const [name, path] of Object.entries(readsAt(size, records)))
    taken.set(name, await median(scope, () => ask(path)));
  await server.stop();
  await postgres.stop();
  return taken;
}

/** The median of sequential requests after warm-ups. */
async function median(scope: Scope, call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  const taken: number[] = [];
  for (let request = -warmUps; request < requests; request++) {
    scope.check();
    const begin = performance.now();
    await call();
    if (request >= 0) taken.push(performance.now() - begin);
    if (taken.length > 0 && performance.now() - begun > patienceMs) break;
  }
  return taken.sort((a, b) => a - b)[taken.length >> 1] ?? 0;
}

async function asker(url: string): Promise<(path: string) => Promise<unknown>> {
  const { token, user } = await createClient(operations, { baseUrl: url }).auth.token({
    body: { email: "admin@opsplane.local", password },
  });
  const headers = { authorization: `Bearer ${token}`, "x-tenant-id": user.tenant_id };
  return async (path) => {
    const response = await fetch(url + path, { headers });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    return response.json();
  };
}

function show(measured: ReadonlyMap<number, ReadonlyMap<string, number>>): void {
  const [first, last] = [sizes[0] ?? 0, sizes.at(-1) ?? 0];
  const names = [...(measured.get(first)?.keys() ?? [])];
  const rows = names.map((name) => {
    const figures = sizes.map((size) => measured.get(size)?.get(name) ?? 0);
    const ratio = (figures.at(-1) ?? 0) / (figures[0] ?? 1);
    return [name, ...figures.map((ms) => ms.toFixed(1)), `×${ratio.toFixed(1)}`];
  });
  console.log(`\np50 in ms of single requests, one after the other\n`);
  const heads = sizes.map((size) => size.toLocaleString("en"));
  console.log(table(["", ...heads, `${heads.at(-1)} / ${heads[0]}`], rows));
  const steep = rows.filter((row) => Number(row.at(-1)?.slice(1)) > 3 || Number(row.at(-2)) > 50);
  const over = steep.map(([name]) => name).join("; ");
  console.log(
    steep.length === 0 ? `\nAll within 3 times at ${last.toLocaleString("en")}.` : `\nOver 3 times or 50 ms: ${over}`,
  );
}

function tell(words: string): void {
  console.log(`bench: ${words}`);
}
