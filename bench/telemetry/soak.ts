import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { treeOf } from "../proc.ts";
import type { Scope } from "../scope.ts";
import { table } from "../table.ts";
import { requestsOf } from "./fleet.ts";
import { asRecord as asFlow, flowRecords } from "./flow-records.ts";
import { asRecord as asLog, logLines } from "./log-lines.ts";
import { logStep, type Ours } from "./ours.ts";
import { memoryOf } from "./writes.ts";

interface Counted {
  done: number;
  /** Responses with 503, which senders must retry. */
  later: number;
  failed: number;
  slowest: number;
}

interface Body {
  path: string;
  type?: string;
  encoding?: string;
  body: Uint8Array;
}

const rowsPerBatch = 500;

/** Runs four writers, one per kind, and four readers without pauses for some minutes. */
export async function soak(scope: Scope, ours: Ours, _folder: string, minutes: number): Promise<void> {
  logStep(`soak: 4 writers and 4 readers for ${minutes} min`);
  const end = performance.now() + minutes * 60_000;
  const problems = new Set<string>();
  const count = async (counted: Counted, ask: () => Promise<Response>) => {
    const begin = performance.now();
    const { status, text } = await ask().then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      (error: unknown) => ({ status: 0, text: String(error) }),
    );
    counted.slowest = Math.max(counted.slowest, performance.now() - begin);
    if (status >= 200 && status < 300) counted.done++;
    else if (status === 503) {
      counted.later++;
      await pause(200);
    } else {
      counted.failed++;
      problems.add(`${status} ${text.slice(0, 200)}`);
    }
  };
  const going = () => {
    scope.check();
    return performance.now() < end;
  };
  const write = async (counted: Counted, bodies: Iterable<Body>) => {
    for (const { path, type = "application/json", encoding, body } of bodies) {
      if (!going()) return;
      const headers = {
        authorization: `Bearer ${ours.token}`,
        "content-type": type,
        ...(encoding && { "content-encoding": encoding }),
      };
      await count(counted, () => fetch(ours.url + path, { method: "POST", headers, body }));
    }
  };
  const read = async (counted: Counted, first: number) => {
    for (let index = first; going(); index++) {
      const path = reads[index % reads.length] ?? "";
      await count(counted, () => fetch(ours.url + path, { headers: ours.headers }));
    }
  };
  const none = (): Counted => ({ done: 0, later: 0, failed: 0, slowest: 0 });
  const counts = new Map(Object.keys(writers).map((name) => [name, none()]));
  const reading = none();
  const watching = watchMemory(ours, going);
  await Promise.all([
    ...Object.entries(writers).map(([name, bodies]) => write(counts.get(name) ?? none(), bodies())),
    ...[0, 4, 8, 12].map((first) => read(reading, first)),
  ]);
  report(counts, reading, await watching, problems);
}

const writers: Record<string, () => Generator<Body>> = {
  *metrics() {
    const path = "/api/ingest/prometheus";
    for (;;) {
      for (const stretch of requestsOf({ hosts: 10, metrics: 20, end: Date.now(), hours: 1 / 12 }))
        for (const { body } of stretch) yield { path, type: "application/x-protobuf", encoding: "snappy", body };
    }
  },
  *logs() {
    for (;;) {
      const records = [...logLines(rowsPerBatch, Date.now() - 1000, Date.now())].map(asLog);
      yield { path: "/api/logs", body: Buffer.from(JSON.stringify(records)) };
    }
  },
  *traces() {
    for (;;) yield { path: "/v1/traces", body: Buffer.from(JSON.stringify(someSpans())) };
  },
  *flows() {
    for (;;) {
      const flows = [...flowRecords(rowsPerBatch, Date.now() - 1000, Date.now())].map(asFlow);
      yield { path: "/api/netflow", body: Buffer.from(JSON.stringify(flows)) };
    }
  },
};

const reads = [
  "/api/logs?limit=100&from=now-1h",
  "/api/metrics/query?metric_name=bench_gauge_00&start=now-1h&step=60s",
  "/api/traces?from=now-1h",
  "/api/netflow/top-talkers?from=now-1h",
  "/api/logs?limit=100&from=now-1h&q=declined",
  "/api/metrics/query?metric_name=bench_counter_01&start=now-1h&step=60s&agg=rate&by=dc",
  "/api/services?from=now-1h",
  "/api/netflow?from=now-1h",
  "/api/logs/histogram?from=now-1h",
  "/api/metrics/names",
  "/api/services/map?from=now-1h",
  "/api/logs/facets?from=now-1h",
];

function someSpans() {
  const now = Date.now();
  const nanos = (ms: number) => `${Math.floor(ms)}${String(Math.floor(Math.random() * 1e6)).padStart(6, "0")}`;
  const trace = () => {
    const traceId = randomBytes(16).toString("hex");
    const [root, child] = [randomBytes(8).toString("hex"), randomBytes(8).toString("hex")];
    const took = 5 + Math.random() * 200;
    const span = (spanId: string, name: string, kind: number, more: object) => ({
      traceId,
      spanId,
      name,
      kind,
      startTimeUnixNano: nanos(now - took),
      endTimeUnixNano: nanos(now),
      ...more,
    });
    return [span(root, "GET /orders", 2, {}), span(child, "select orders", 3, { parentSpanId: root })];
  };
  return {
    resourceSpans: ["gateway", "orders", "payments"].map((service) => ({
      resource: { attributes: [{ key: "service.name", value: { stringValue: service } }] },
      scopeSpans: [{ spans: Array.from({ length: rowsPerBatch / 6 }, trace).flat() }],
    })),
  };
}

interface Memory {
  seconds: number;
  server: number;
  engine: number;
}

async function watchMemory(ours: Ours, going: () => boolean): Promise<Memory[]> {
  const begin = performance.now();
  const seen: Memory[] = [];
  while (going()) {
    const seconds = (performance.now() - begin) / 1000;
    seen.push({ seconds, server: memoryOf([ours.pid]), engine: memoryOf(treeOf(ours.enginePid())) });
    await pause(2000);
  }
  return seen;
}

function report(
  counts: Map<string, Counted>,
  reading: Counted,
  memory: readonly Memory[],
  problems: ReadonlySet<string>,
): void {
  const row = (name: string, { done, later, failed, slowest }: Counted) => [
    name,
    done.toLocaleString("en"),
    `${later}`,
    `${failed}`,
    (slowest / 1000).toFixed(1),
  ];
  console.log("\nsoak: requests\n");
  console.log(
    table(
      ["", "answered", "retry (503)", "failed", "slowest s"],
      [...[...counts].map(([name, counted]) => row(`write ${name}`, counted)), row("read", reading)],
    ),
  );
  for (const problem of problems) console.log(`bench: failed with ${problem}`);
  const thirds = [0, 1, 2].map((third) =>
    memory.slice(Math.floor((memory.length * third) / 3), Math.floor((memory.length * (third + 1)) / 3)),
  );
  const mean = (of: readonly Memory[], which: "server" | "engine") =>
    `${Math.round(of.reduce((sum, each) => sum + each[which], 0) / Math.max(1, of.length) / 1e6)}`;
  console.log("\nsoak: memory in MB, mean of each third of the time\n");
  console.log(
    table(
      ["", "first", "second", "last"],
      [
        ["server", ...thirds.map((third) => mean(third, "server"))],
        ["engine", ...thirds.map((third) => mean(third, "engine"))],
      ],
    ),
  );
}
