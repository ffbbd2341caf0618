import { uncompressSync } from "snappy";
import { type Decode, openDecode } from "../../apps/tenant-plane/src/telemetry/decode/decode.ts";
import type { Format } from "../../apps/tenant-plane/src/telemetry/decode/job.ts";
import type { Scope } from "../scope.ts";
import { table } from "../table.ts";
import { requestsOf } from "./fleet.ts";
import { asRecord as asFlow, flowRecords } from "./flow-records.ts";
import { asRecord as asLog, logLines } from "./log-lines.ts";
import { logStep, type Ours } from "./ours.ts";
import { type Batch, stretchesOf } from "./writes.ts";

interface Kind {
  name: string;
  format: Format;
  type: string;
  encoding: string;
  batches: Batch[];
  /** The minimum work that every implementation needs. */
  bare(body: Uint8Array): unknown;
}

const rounds = 5;
const rowsPerBatch = 5_000;

/** Decodes bodies into blocks in this process: the part of ingest without ClickHouse. */
export async function benchDecode(scope: Scope, _ours: Ours, _folder: string, rows: number): Promise<void> {
  const results: string[][] = [];
  for (const kind of kinds(rows)) {
    logStep(`decoding ${kind.name}`);
    const { decode } = openDecode();
    const [mine, bare] = [ratesOf(), ratesOf()];
    for (let round = 0; round <= rounds; round++) {
      scope.check();
      mine.add(kind, (body) => decode(jobOf(kind, body)));
      bare.add(kind, (body) => kind.bare(body));
    }
    const [ours, theirs] = [mine.median(), bare.median()];
    const spelled = (rate: number) => Math.round(rate).toLocaleString("en");
    results.push([kind.name, spelled(ours), spelled(theirs), (ours / theirs).toFixed(2)]);
  }
  console.log("\ndecoding, rows a CPU second\n");
  console.log(table(["", "to blocks of the store", "bare parsing", "× bare"], results));
}

function kinds(rows: number): Kind[] {
  const now = Date.now();
  const json = (records: Iterable<unknown>): Batch[] =>
    Array.from(stretchesOf(records, rowsPerBatch), (each) => ({
      body: Buffer.from(JSON.stringify(each)),
      rows: each.length,
    }));
  const parse = (body: Uint8Array) => JSON.parse(Buffer.from(body).toString("utf8")) as unknown;
  const asJson = { type: "application/json", encoding: "identity", bare: parse };
  const hours = rows / 1_200_000;
  return [
    {
      name: "remote write (bare: snappy alone)",
      format: "remote-write",
      type: "application/x-protobuf",
      encoding: "snappy",
      batches: [...requestsOf({ hosts: 50, metrics: 100, end: now, hours })].flat(),
      bare: (body) => uncompressSync(Buffer.from(body)),
    },
    {
      ...asJson,
      name: "JSON logs (bare: JSON.parse)",
      format: "json-logs",
      batches: json(Array.from(logLines(rows / 5, now - 3_600_000, now), asLog)),
    },
    {
      ...asJson,
      name: "JSON flows (bare: JSON.parse)",
      format: "json-flows",
      batches: json(Array.from(flowRecords(rows / 5, now - 3_600_000, now), asFlow)),
    },
  ];
}

function jobOf({ format, type, encoding }: Kind, body: Uint8Array): Parameters<Decode>[0] {
  const shared = { tenantId: "bench", now: Date.now(), keepDays: 90, seriesLimit: 1_000_000, key: undefined };
  return { ...shared, format, type, encoding, body };
}

/** Rows a CPU second in each round but the first, which warms up. */
function ratesOf() {
  const rates: number[] = [];
  return {
    add: ({ batches }: Kind, work: (body: Uint8Array) => unknown) => {
      const before = process.cpuUsage();
      for (const { body } of batches) work(body);
      const { user, system } = process.cpuUsage(before);
      rates.push((batches.reduce((sum, { rows }) => sum + rows, 0) / (user + system)) * 1e6);
    },
    median: () => rates.slice(1).sort((one, two) => one - two)[rounds >> 1] ?? 0,
  };
}
