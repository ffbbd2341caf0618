import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Attributes, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { OTLPLogExporter as LogsAsJson } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPLogExporter as LogsAsProtobuf } from "@opentelemetry/exporter-logs-otlp-proto";
import { OTLPMetricExporter as MetricsAsJson } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPMetricExporter as MetricsAsProtobuf } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter as TracesAsJson } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as TracesAsProtobuf } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type SharedPlane, sharedPlane } from "./plane.ts";
import { freePort } from "./smtp-sink.ts";

// Real senders in their released versions.

describe.skipIf(inject("clickhouseProblem") !== "")("real clients", () => {
  let plane: SharedPlane;
  let token: string;
  let folder: string;
  const running: ChildProcess[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "opsplane-clients-"));
    plane = await sharedPlane();
    ({ token } = await plane.admin.api.collectors.create({ body: { name: "clients" } }));
  }, 150_000);
  afterAll(async () => {
    for (const child of running) {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }
    await rm(folder, { recursive: true, force: true });
  });
  const start = (program: string, args: string[]) => {
    const child = spawn(program, args, { cwd: folder, stdio: "ignore" });
    running.push(child);
  };

  const exporters = {
    protobuf: { Logs: LogsAsProtobuf, Metrics: MetricsAsProtobuf, Traces: TracesAsProtobuf },
    JSON: { Logs: LogsAsJson, Metrics: MetricsAsJson, Traces: TracesAsJson },
  };
  test.each(["protobuf", "JSON"] as const)(
    "OpenTelemetry's SDK sends all three signals as %s, with gzip",
    async (encoding) => {
      const { Logs, Metrics, Traces } = exporters[encoding];
      const service = `sdk-${encoding.toLowerCase()}`;
      const resource = resourceFromAttributes({ "service.name": service, "host.name": "laptop" });
      const to = (signal: string) => ({
        url: `${plane.url}/v1/${signal}`,
        headers: { authorization: `Bearer ${token}` },
        // The package's enum of one word is not exported by all of its versions.
        compression: "gzip" as never,
        timeoutMillis: 60_000,
      });
      const tracer = new BasicTracerProvider({
        resource,
        spanProcessors: [new BatchSpanProcessor(new Traces(to("traces")))],
      });
      const meter = new MeterProvider({
        resource,
        readers: [
          new PeriodicExportingMetricReader({ exporter: new Metrics(to("metrics")), exportIntervalMillis: 3_600_000 }),
        ],
      });
      const logger = new LoggerProvider({
        resource,
        processors: [new BatchLogRecordProcessor({ exporter: new Logs(to("logs")) })],
      });

      const attributes: Attributes = { "http.route": "/cart", "http.response.status_code": 500 };
      const span = tracer.getTracer("test").startSpan("GET /cart", { kind: SpanKind.SERVER, attributes });
      span.addEvent("cache miss", { key: "cart:7" });
      span.setStatus({ code: SpanStatusCode.ERROR, message: "no stock" });
      span.end();
      const { traceId, spanId } = span.spanContext();
      meter
        .getMeter("test")
        .createCounter("carts", { description: "Carts made", unit: "{cart}" })
        .add(3, { shop: "north" });
      meter.getMeter("test").createHistogram("cart.size").record(12);
      logger
        .getLogger("test")
        .emit({ severityNumber: 17, severityText: "ERROR", body: "no stock left", attributes: { sku: "A-7" } });
      await Promise.all([tracer.forceFlush(), meter.forceFlush(), logger.forceFlush()]);
      await Promise.all([tracer.shutdown(), meter.shutdown(), logger.shutdown()]);

      const { api } = plane.admin;
      expect(await api.traces.get({ params: { trace_id: traceId } })).toMatchObject({
        service,
        operation: "GET /cart",
        errors: 1,
        span_list: [
          {
            span_id: spanId,
            kind: "server",
            status: "error",
            status_message: "no stock",
            attributes: { "http.route": "/cart", "http.response.status_code": "500" },
            resource: { "host.name": "laptop" },
            events: [{ name: "cache miss", attributes: { key: "cart:7" } }],
          },
        ],
      });
      expect((await api.logs.list({ query: { service: [service], q: "sku:A-7 stock" } })).items).toMatchObject([
        { level: "error", message: "no stock left", resource: { "host.name": "laptop" } },
      ]);
      const { series } = await api.metrics.query({
        query: { metric_name: "carts", match: [`service.name=${service}`] },
      });
      expect(series).toMatchObject([{ labels: { shop: "north", "host.name": "laptop" } }]);
      expect(series[0]?.points.at(-1)?.[1]).toBe(3);
      const { items } = await api.metrics.names({ query: { q: "cart" } });
      expect(items.map(({ metric_name, type, unit }) => [metric_name, type, unit])).toContainEqual([
        "carts",
        "counter",
        "{cart}",
      ]);
      expect(items.map(({ metric_name }) => metric_name)).toContain("cart.size_count");
    },
  );

  test("Debian's Prometheus scrapes node-exporter and itself and writes them here", async () => {
    const [exporter, prometheus] = [await freePort(), await freePort()];
    await writeFile(
      join(folder, "prometheus.yml"),
      `global: { scrape_interval: 1s }
scrape_configs:
  - { job_name: node, static_configs: [{ targets: ["127.0.0.1:${exporter}"] }] }
  - { job_name: prometheus, static_configs: [{ targets: ["127.0.0.1:${prometheus}"] }] }
remote_write:
  - url: ${plane.url}/api/ingest/prometheus
    remote_timeout: 60s
    authorization: { credentials: ${token} }
    metadata_config: { send_interval: 2s }
`,
    );
    start("prometheus-node-exporter", [`--web.listen-address=127.0.0.1:${exporter}`]);
    start("prometheus", [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "tsdb")}`,
      `--web.listen-address=127.0.0.1:${prometheus}`,
    ]);
    const { api } = plane.admin;
    const ask = (query: { metric_name: string; agg?: "rate" | "count"; match?: string[] }) =>
      api.metrics.query({ query: { start: "now-5m", end: "now", step: "5s", ...query } });
    await expect
      .poll(async () => (await ask({ metric_name: "up" })).series.map(({ labels }) => labels.job).toSorted(), {
        timeout: 180_000,
      })
      .toEqual(["node", "prometheus"]);
    await expect
      .poll(async () => (await api.metrics.names({ query: { q: "node_cpu_seconds_total" } })).items, {
        timeout: 180_000,
      })
      .toMatchObject([{ type: "counter", help: expect.stringContaining("Seconds") }]);
    // Our response equals that of Prometheus for the same time.
    const last = (await ask({ metric_name: "node_boot_time_seconds" })).series[0]?.points.at(-1);
    const time = Number(last?.[0]) / 1000;
    const theirs = await fetch(`http://127.0.0.1:${prometheus}/api/v1/query?query=node_boot_time_seconds&time=${time}`);
    const { data } = (await theirs.json()) as { data: { result: { value: [number, string] }[] } };
    expect(last?.[1]).toBe(Number(data.result[0]?.value[1]));
  });
});
