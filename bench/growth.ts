import { readsAt } from "./growth-reads.ts";
import { seedRecords } from "./growth-seed.ts";
import { latencies } from "./latency.ts";
import { startRecordsProduct } from "./records-product.ts";
import { runBench, type Scope } from "./scope.ts";
import { table } from "./table.ts";

const rounds = 15;

const largest = Number(process.argv[3] ?? 1_000_000);
const sizes = [10_000, 100_000, 1_000_000].filter((size) => size < largest).concat(largest);

/** One product with this many records of each kind. */
interface Filled {
  size: string;
  ask(name: string): Promise<unknown>;
  names: string[];
}

await runBench(async (scope) => {
  const filled: Filled[] = [];
  for (const size of sizes) filled.push(await fill(scope, size));
  const rows: string[][] = [];
  for (const name of filled[0]?.names ?? []) {
    const sides = Object.fromEntries(filled.map(({ size, ask }) => [size, [() => ask(name)]]));
    const taken = await latencies(scope, sides, rounds);
    rows.push([name, ...filled.map(({ size }) => (taken[size]?.p50 ?? 0).toFixed(1))]);
    logStep(`measured ${name}`);
  }
  show(filled, rows);
});

async function fill(scope: Scope, size: number): Promise<Filled> {
  logStep(`seeding ${size.toLocaleString("en")} incidents, changes, requests and audit entries`);
  const { databaseUrl, ask } = await startRecordsProduct(scope, { durable: false });
  const reads = readsAt(size, await seedRecords(databaseUrl, size));
  return { size: size.toLocaleString("en"), names: Object.keys(reads), ask: (name) => ask(reads[name] ?? "") };
}

function show(filled: readonly Filled[], measured: readonly string[][]): void {
  const heads = filled.map(({ size }) => size);
  const rows = measured.map((row) => [...row, `×${(Number(row.at(-1)) / Number(row[1])).toFixed(1)}`]);
  console.log("\np50 in ms of single requests; the sizes take turns\n");
  console.log(table(["", ...heads, `${heads.at(-1)} / ${heads[0]}`], rows));
  const over = rows.filter((row) => Number(row.at(-1)?.slice(1)) > 3 || Number(row.at(-2)) > 50).map(([name]) => name);
  console.log(over.length === 0 ? "\nAll within 3 times and 50 ms." : `\nOver 3 times or 50 ms: ${over.join("; ")}`);
}

function logStep(words: string): void {
  console.log(`bench: ${words}`);
}
