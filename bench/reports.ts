import { createClient, type DataSource, operations, type ReportFormat, reportFormats } from "@opsplane/contract";
import pg from "pg";
import { seedRecords } from "./growth-seed.ts";
import { pssBytes } from "./proc.ts";
import { type RecordsProduct, startRecordsProduct } from "./records-product.ts";
import { seedRuns } from "./runs-seed.ts";
import { runBench, type Scope } from "./scope.ts";
import { table } from "./table.ts";

// Every report covers all records. FinOps is about the 2,000 configuration items, whose number is the same at each size.

const largest = Number(process.argv[3] ?? 1_000_000);
const sizes = [10_000, 100_000, 1_000_000].filter((size) => size < largest).concat(largest);
const sources: readonly DataSource[] = [
  ...(["Incidents", "ITSM tickets", "ITSM catalog", "Trends", "KPIs", "Compliance", "SLOs", "FinOps"] as const),
  ...(["Automation", "Runbook executions"] as const),
];

interface Measured {
  seconds: number;
  megabytes: number;
  /** Of the server, above what it had before the run. */
  peakMegabytes: number;
}

const none: Measured = { seconds: 0, megabytes: 0, peakMegabytes: 0 };
/** Time between two looks at the memory of the server. */
const sampleMs = 20;
/** Of the bare export. */
const batchRows = 2000;

await runBench(async (scope) => {
  const results: { size: number; bare: Measured; runs: Map<string, Measured> }[] = [];
  for (const size of sizes) {
    console.log(
      `bench: seeding ${size.toLocaleString("en")} incidents, changes, requests, audit entries, executions and runs of workflows`,
    );
    const product = await startRecordsProduct(scope, { durable: false, telemetry: true });
    await seedRecords(product.databaseUrl, size);
    await seedRuns(product.databaseUrl, size);
    const bare = await bareExport(product.databaseUrl);
    const runs = await measureAll(scope, product);
    results.push({ size, bare, runs });
    await product.stop();
  }
  const names = [...(results[0]?.runs.keys() ?? [])];
  const of = (name: string, pick: keyof Measured) => results.map(({ runs }) => runs.get(name)?.[pick] ?? 0);
  const growth = (values: readonly number[]) => `×${((values.at(-1) ?? 0) / (values[0] ?? 1)).toFixed(1)}`;
  const heads = results.map(({ size }) => size.toLocaleString("en"));
  console.log(
    "\nSeconds of a run, MiB of the largest output, and peak MiB of the server above its memory before the run\n",
  );
  console.log(
    table(
      ["", ...heads.map((head) => `${head} s`), "growth", "MiB", ...heads.map((head) => `${head} peak`)],
      names.map((name) => {
        const seconds = of(name, "seconds");
        return [
          ...[name, ...seconds.map((value) => value.toFixed(2)), growth(seconds)],
          ...[
            (of(name, "megabytes").at(-1) ?? 0).toFixed(1),
            ...of(name, "peakMegabytes").map((value) => value.toFixed(0)),
          ],
        ];
      }),
    ),
  );
  console.log("\nIncidents as CSV, compared with a bare export of the same rows\n");
  const compared = results.map(({ size, bare, runs }) => {
    const { seconds } = runs.get("Incidents CSV") ?? none;
    return [
      size.toLocaleString("en"),
      seconds.toFixed(2),
      bare.seconds.toFixed(2),
      `×${(seconds / bare.seconds).toFixed(2)}`,
    ];
  });
  console.log(table(["rows", "report s", "bare s", "ratio"], compared));
});

async function measureAll(scope: Scope, product: RecordsProduct): Promise<Map<string, Measured>> {
  const api = createClient(operations, { baseUrl: product.url, headers: () => product.headers });
  await api.kpis.create({
    body: {
      ...{ name: "Urgent share", formula: "100.0 * urgent / total" },
      inputs: [
        { name: "urgent", kind: "count", records: "incidents", severities: ["P1", "P2"] },
        { name: "total", kind: "count", records: "incidents" },
      ],
    },
  });
  await api.finops.createPrice({
    body: { name: "Machine", unit: "item_hour", class: "server", price: 0.2, currency: "EUR" },
  });
  const runs = new Map<string, Measured>();
  for (const source of sources) {
    const { id } = await api.reports.create({
      body: { name: source, type: "Custom", data_sources: [source], parameters: { range: "custom", from: "now-740d" } },
    });
    for (const format of reportFormats) {
      scope.check();
      runs.set(`${source} ${format}`, await measure(product, id, format));
    }
    console.log(`bench: measured ${source}`);
  }
  return runs;
}

/** Reads the whole answer, and watches the memory of the server. */
async function measure({ url, headers, pid }: RecordsProduct, id: string, format: ReportFormat): Promise<Measured> {
  const before = pssBytes(pid);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, pssBytes(pid));
  }, sampleMs);
  const started = performance.now();
  const answer = await fetch(`${url}/api/reports/${id}/run`, {
    ...{
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ format }),
    },
  });
  let bytes = 0;
  for await (const piece of answer.body ?? []) bytes += piece.length;
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  if (!answer.ok) throw new Error(`A report was answered with ${answer.status}.`);
  return { seconds, megabytes: bytes / 2 ** 20, peakMegabytes: (peak - before) / 2 ** 20 };
}

/** The same rows in the same order, in batches by an index, as lines of text. */
async function bareExport(databaseUrl: string): Promise<Measured> {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c app.tenant_id=default" });
  await client.connect();
  const started = performance.now();
  let bytes = 0;
  for (let last: [unknown, unknown] | undefined; ; ) {
    const { rows } = await client.query<{ id: string; at: string } & Record<string, unknown>>(
      `select id, created_at::text as at, reference, title, severity, status from incidents
       where tenant_id = 'default' ${last ? "and (created_at, id) < ($1, $2)" : ""}
       order by created_at desc, id desc limit ${batchRows}`,
      last ?? [],
    );
    for (const row of rows) bytes += `${Object.values(row).join(",")}\r\n`.length;
    const end = rows.at(-1);
    if (!end || rows.length < batchRows) break;
    last = [end.at, end.id];
  }
  await client.end();
  return { seconds: (performance.now() - started) / 1000, megabytes: bytes / 2 ** 20, peakMegabytes: 0 };
}
