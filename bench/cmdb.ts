import type { Direction, Impact } from "@opsplane/contract";
import { maxRows, openBareWalk } from "./cmdb-baseline.ts";
import { seedTopology, type Topology } from "./cmdb-seed.ts";
import { type Latency, latencies } from "./latency.ts";
import { startRecordsProduct } from "./records-product.ts";
import { runBench, type Scope } from "./scope.ts";
import { table } from "./table.ts";

interface Case {
  name: string;
  direction: Direction;
  ids(topology: Topology): readonly string[];
  rounds: number;
}

const cases: Case[] = [
  { name: "impact, typical items, downstream", direction: "downstream", ids: ({ typical }) => typical, rounds: 2 },
  { name: "impact, typical items, upstream", direction: "upstream", ids: ({ typical }) => typical, rounds: 2 },
  { name: "impact, widest items, downstream", direction: "downstream", ids: ({ widestDown }) => widestDown, rounds: 8 },
  { name: "impact, widest items, upstream", direction: "upstream", ids: ({ widestUp }) => widestUp, rounds: 4 },
];

const readsAt = (items: number): Record<string, string> => ({
  "list, first page": "/api/cmdb/items?limit=50",
  "list, page in the middle": `/api/cmdb/items?limit=50&offset=${items / 2}`,
  "list, by class and environment": "/api/cmdb/items?class=virtual_machine&environment=staging&sort=criticality",
  "list, by tag": "/api/cmdb/items?tag=team-7",
  "list, by attribute": "/api/cmdb/items?attribute=cores%3D8",
  "search that finds one": `/api/cmdb/items?q=vm-${Math.round(items * 0.6)}`,
  "search that finds a third": "/api/cmdb/items?q=team%207",
  facets: "/api/cmdb/facets",
  "facets of a search": "/api/cmdb/facets?class=virtual_machine&q=team%207",
  relations: "/api/cmdb/relations?limit=50",
  classes: "/api/cmdb/classes",
});

const depth = 5;
const sizes = [10_000, 100_000];

interface Measured {
  topology: Topology;
  impacts: { walked: number; ours: Latency; bare: Latency }[];
  reads: Record<string, Latency>;
}

await runBench(async (scope) => {
  const measured: Measured[] = [];
  for (const size of sizes) measured.push(await measureAt(scope, size));
  show(measured);
});

async function measureAt(scope: Scope, size: number): Promise<Measured> {
  logStep(`starting PostgreSQL and the product, and seeding ${size} items`);
  const { databaseUrl, ask, stop } = await startRecordsProduct(scope, { durable: true });
  const topology = await seedTopology(databaseUrl, size);
  const bare = await openBareWalk(scope, databaseUrl);

  const impacts: Measured["impacts"] = [];
  for (const each of cases) {
    logStep(`measuring ${each.name} at ${size} items`);
    const ids = each.ids(topology);
    const pathOf = (id: string) => `/api/cmdb/impact?ci_id=${id}&direction=${each.direction}&depth=${depth}`;
    const walked: number[] = [];
    for (const id of ids) {
      const { data } = (await ask(pathOf(id))) as { data: Impact };
      walked.push(data.totals.affected);
      assertSame(id, data.totals.affected, await bare.walk(id, each.direction, depth));
    }
    const sides = {
      ours: ids.map((id) => () => ask(pathOf(id))),
      bare: ids.map((id) => () => bare.walk(id, each.direction, depth)),
    };
    impacts.push({ walked: median(walked), ...(await latencies(scope, sides, each.rounds)) });
  }
  logStep(`measuring lists, search and facets at ${size} items`);
  const reads = Object.entries(readsAt(size)).map(([name, path]) => [name, [() => ask(path)]] as const);
  const read = await latencies(scope, Object.fromEntries(reads), 20);

  await bare.close();
  await stop();
  return { topology, impacts, reads: read };
}

/** The baseline must find the same items, otherwise the comparison is invalid. With few items the limit is not reached. */
function assertSame(id: string, ours: number, bare: number): void {
  if (ours <= maxRows / depth && bare !== ours + 1)
    throw new Error(`of ${id} we reach ${ours} items, the baseline ${bare - 1}`);
}

function show(measured: readonly Measured[]): void {
  const [small, large] = measured;
  if (!small || !large) return;
  for (const { topology } of measured) console.log(`\n${topology.items} items, ${topology.relations} relations`);
  const head = [
    "depth 5, ms",
    "walked",
    "p50 10k",
    "p95 10k",
    "walked",
    "p50 100k",
    "p95 100k",
    "growth",
    "bare 100k",
    "to bare",
  ];
  const rows = cases.map(({ name }, index) => {
    const [before, after] = [small.impacts[index], large.impacts[index]];
    if (!before || !after) return [name];
    return [
      name,
      String(before.walked),
      ...times(before.ours),
      String(after.walked),
      ...times(after.ours),
      `× ${(after.ours.p50 / before.ours.p50).toFixed(2)}`,
      after.bare.p50.toFixed(1),
      `× ${(after.ours.p50 / after.bare.p50).toFixed(2)}`,
    ];
  });
  console.log(`\n${table(head, rows)}\n`);
  const others = Object.entries(large.reads).map(([name, after]) => {
    const before = small.reads[name] ?? after;
    return [name, ...times(before), ...times(after), `× ${(after.p50 / before.p50).toFixed(2)}`];
  });
  console.log(`${table(["ms", "p50 10k", "p95 10k", "p50 100k", "p95 100k", "growth"], others)}\n`);
  console.log("walked: affected items of the median response. Times are of sequential HTTP requests;");
  console.log("bare is one recursive SQL statement with the same row limit that returns only names.");
}

function times({ p50, p95 }: Latency): string[] {
  return [p50.toFixed(1), p95.toFixed(1)];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function logStep(what: string): void {
  console.log(`bench: ${what}`);
}
