import { createClient, type DataSource, operations, type ReportFormat, reportFormats } from "@opsplane/contract";
import pg from "pg";
import { seedRecords } from "./growth-seed.ts";
import { pssBytes } from "./proc.ts";
import { type RecordsProduct, startRecordsProduct } from "./records-product.ts";
import { runBench, type Scope } from "./scope.ts";
import { table } from "./table.ts";

// Every report covers all records. FinOps is left out: it needs ClickHouse, and reads no incidents.

const largest = Number(process.argv[3] ?? 1_000_000);
const sizes = [10_000, 100_000, 1_000_000].filter((size) => size < largest).concat(largest);
const sources: readonly DataSource[] = [
  ...(["Incidents", "ITSM tickets", "ITSM catalog", "Trends", "KPIs", "Compliance", "SLOs"] as const),
  ...(["Automation", "Runbook executions"] as const),
];

interface Measured {
  seconds: number;
  megabytes: number;
  /** Of the server, above what it had before the run. */
  peakMegabytes: number;
}

await runBench(async (scope) => {
  const results: { size: number; bare: Measured; runs: Map<string, Measured> }[] = [];
  for (const size of sizes) {
    console.log(`bench: seeding ${size.toLocaleString("en")} incidents, changes, requests and audit entries`);
    const product = await startRecordsProduct(scope, { durable: false });
    await seedRecords(product.databaseUrl, size);
    const bare = await bareExport(product.databaseUrl);
    const runs = await measureAll(scope, product);
    results.push({ size, bare, runs });
    await product.stop();
  }
  const heads = results.map(({ size }) => size.toLocaleString("en"));
  const names = [...(results[0]?.runs.keys() ?? [])];
  const growth = (of: (runs: Map<string, Measured>) => number) => {
    const [first, last] = [results[0], results.at(-1)];
    return first && last ? `×${(of(last.runs) / Math.max(of(first.runs), 0.001)).toFixed(1)}` : "";
  };
  const rows = (pick: (measured: Measured) => number, digits: number) =>
    names.map((name) => [
      name,
      ...results.map(({ runs }) => pick(runs.get(name) ?? none).toFixed(digits)),
      growth((runs) => pick(runs.get(name) ?? none)),
    ]);
  console.log("\nSeconds of a run\n");
  console.log(
    table(
      ["", ...heads, "growth"],
      rows(({ seconds }) => seconds, 2),
    ),
  );
  console.log("\nMiB of the output\n");
  console.log(
    table(
      ["", ...heads, "growth"],
      rows(({ megabytes }) => megabytes, 1),
    ),
  );
  console.log("\nPeak MiB of the server above its memory before the run\n");
  console.log(
    table(
      ["", ...heads, "growth"],
      rows(({ peakMegabytes }) => peakMegabytes, 0),
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

const none: Measured = { seconds: 0, megabytes: 0, peakMegabytes: 0 };

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

const sampleMs = 20;

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

const batchRows = 2000;

/** The same rows in the same order, in batches by an index, as lines of text. */
async function bareExport(databaseUrl: string): Promise<Measured> {
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c app.tenant_id=default" });
  await client.connect();
  const started = performance.now();
  let bytes = 0;
  for (let last: [unknown, unknown] | undefined; ; ) {
    const { rows } = await client.query<{ id: string; created_at: string } & Record<string, unknown>>(
      `select id, created_at::text as created_at, reference, title, severity, status from incidents
       where tenant_id = 'default' ${last ? "and (created_at, id) < ($1, $2)" : ""}
       order by created_at desc, id desc limit ${batchRows}`,
      last ?? [],
    );
    for (const row of rows) bytes += `${Object.values(row).join(",")}\r\n`.length;
    const end = rows.at(-1);
    if (!end || rows.length < batchRows) break;
    last = [end.created_at, end.id];
  }
  await client.end();
  return { seconds: (performance.now() - started) / 1000, megabytes: bytes / 2 ** 20, peakMegabytes: 0 };
}
