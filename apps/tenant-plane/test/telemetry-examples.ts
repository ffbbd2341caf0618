import { randomBytes } from "node:crypto";
import { anExport, type TestSpan } from "./an-export.ts";
import type { Examples } from "./examples.ts";
import type { Person } from "./plane.ts";

// Examples of the operations of telemetry: what is sent, what is read, saved queries and settings.

let counter = 0;
const unique = (word: string) => `${word}-${++counter}`;

/** Shared, because a private one is visible to its owner only. */
const aSavedQuery = () =>
  ({ name: unique("query"), page: "logs", search: { q: "level:error" }, shared: true }) as const;
const newSavedQuery = (owner: Person) => owner.api.savedQueries.create({ body: aSavedQuery() });

async function newLog(owner: Person) {
  const message = unique("a log line");
  await owner.api.ingest.logs({ body: { message, service: "web" } });
  const { items } = await owner.api.logs.list({ query: { q: `"${message}"` } });
  return items[0]?.id ?? "";
}

function someSpan(service = "web"): TestSpan {
  const [trace, id] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  return { trace, id, service, name: "GET /", kind: "server", at: Date.now(), ms: 5 };
}

export const telemetryExamples: Pick<
  Examples,
  "ingest" | "logs" | "metrics" | "traces" | "services" | "savedQueries" | "netflow" | "collectors" | "telemetry"
> = {
  ingest: {
    otlpTraces: async () => ({ body: anExport([someSpan()]) }),
    otlpMetrics: async () => ({ body: { resourceMetrics: [] } }),
    otlpLogs: async () => ({ body: { resourceLogs: [] } }),
    prometheus: async () => ({ bytes: Buffer.alloc(0), headers: { "content-type": "application/x-protobuf" } }),
    logs: async () => ({ body: { message: unique("a log line"), level: "warn", service: "web" } }),
    flows: async () => ({
      body: { protocol: "tcp", src_ip: "10.0.0.1", dst_ip: "10.0.0.2", dst_port: 443, bytes: 1, packets: 1 },
    }),
  },
  logs: {
    list: async () => ({ query: { service: "web", level: "error", from: "now-1h", q: "timeout" } }),
    histogram: async () => ({}),
    facets: async () => ({}),
    patterns: async () => ({ query: { service: "web", from: "now-1h", sort: "novelty" } }),
    context: async ({ owner }) => ({ query: { id: await newLog(owner) } }),
    export: async () => ({ query: { format: "ndjson", from: "now-1h" } }),
    tail: async () => ({}),
  },
  metrics: {
    query: async () => ({ query: { metric_name: "up", start: "now-1h", end: "now", step: "60s" } }),
    names: async () => ({}),
    labels: async () => ({ query: { metric_name: "up" } }),
    values: async () => ({ query: { label: "job" } }),
  },
  traces: {
    list: async () => ({ query: { service: "web", from: "now-1h", to: "now" } }),
    heatmap: async () => ({ query: { service: "web", columns: 30 } }),
    facets: async () => ({ query: { status: "error" } }),
    errors: async () => ({ query: { attribute: ["http.route=/orders/*"] } }),
    differences: async () => ({ query: { selected_min_duration_ms: 500 } }),
    get: async ({ owner }) => {
      const span = someSpan();
      await owner.api.ingest.otlpTraces({ body: anExport([span]) });
      return { params: { trace_id: span.trace } };
    },
  },
  services: {
    list: async () => ({}),
    operations: async ({ owner }) => {
      const service = unique("service");
      await owner.api.ingest.otlpTraces({ body: anExport([someSpan(service)]) });
      return { params: { service } };
    },
    series: async () => ({}),
    map: async () => ({}),
  },
  savedQueries: {
    list: async () => ({}),
    create: async () => ({ body: aSavedQuery() }),
    update: async ({ owner }) => ({ params: { id: (await newSavedQuery(owner)).id }, body: { name: "changed" } }),
    remove: async ({ owner }) => ({ params: { id: (await newSavedQuery(owner)).id } }),
  },
  netflow: {
    list: async () => ({ query: { from: "now-1h", protocol: "tcp" } }),
    topTalkers: async () => ({ query: { group_by: "protocol" } }),
    series: async () => ({ query: { group_by: "dst_port", points: 24 } }),
    pairs: async () => ({ query: { limit: 5 } }),
    names: async () => ({ query: { ip: ["10.0.0.7", "10.0.0.8"] } }),
  },
  collectors: {
    list: async () => ({}),
    create: async () => ({ body: { name: unique("collector") } }),
    revoke: async ({ owner }) => ({
      params: { id: (await owner.api.collectors.create({ body: { name: unique("collector") } })).id },
    }),
  },
  telemetry: {
    health: async () => ({}),
    settings: async () => ({}),
    usage: async () => ({ query: { from: "now-7d" } }),
    update: async ({ plane }) => ({ as: await plane.tenant(), body: { retention_days: { logs: 7 } } }),
  },
};
