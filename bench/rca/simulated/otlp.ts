import type { SimIncident } from "../../sim/incident.ts";
import type { Line, Span } from "../../sim/signals.ts";
import { grouped } from "./reads.ts";

/** What has arrived of a simulated incident, as bodies of OTLP/JSON. Its last moment becomes `now`. */
export function exportsOf({ seed, seen, now: end }: SimIncident, now: number) {
  const moved = (time: number) => time + now - end;
  const id = (number: number, length: number) => `${hashOf(seed)}${number.toString(16).padStart(length - 8, "0")}`;
  const known = (number: number, length: number) => (number < 0 ? "" : id(number, length));
  const span = ({ trace, id: own, parent, operation, kind, start, ms, error, peer }: Span) => ({
    traceId: id(trace, 32),
    spanId: id(own, 16),
    parentSpanId: known(parent, 16),
    name: operation,
    kind: spanKinds[kind],
    startTimeUnixNano: nanos(moved(start)),
    endTimeUnixNano: nanos(moved(start + ms)),
    status: error === undefined ? {} : { code: 2, message: error },
    attributes: peer === "" ? [] : attributes({ "server.address": peer }),
  });
  const line = ({ at, level, text, trace, span: own }: Line) => ({
    timeUnixNano: nanos(moved(at)),
    severityText: level.toUpperCase(),
    severityNumber: severities[level],
    body: { stringValue: text },
    traceId: known(trace, 32),
    spanId: known(own, 16),
  });
  const traces = [...grouped(seen.spans, ({ service, host, version }) => `${service}\n${host}\n${version}`)].flatMap(
    ([key, spans]) => {
      const [service = "", host = "", version = ""] = key.split("\n");
      const resource = resourceOf({ "service.name": service, "host.name": host, "service.version": version });
      return parts(spans.map(span)).map((some) => ({ resource, scopeSpans: [{ spans: some }] }));
    },
  );
  const logs = [...grouped(seen.logs, ({ service, host }) => `${service}\n${host}`)].flatMap(([key, lines]) => {
    const [service = "", host = ""] = key.split("\n");
    const resource = resourceOf({ "service.name": service, "host.name": host });
    return parts(lines.map(line)).map((some) => ({ resource, scopeLogs: [{ logRecords: some }] }));
  });
  const metrics = seen.series.map(({ metric, labels, points }) => ({
    resource: resourceOf(Object.fromEntries(Object.entries(labels).filter(([name]) => ofResource.has(name)))),
    scopeMetrics: [
      {
        metrics: [
          {
            name: metric,
            gauge: {
              dataPoints: points.map(([at, value]) => ({
                timeUnixNano: nanos(moved(at)),
                asDouble: value,
                attributes: attributes(
                  Object.fromEntries(Object.entries(labels).filter(([name]) => !ofResource.has(name))),
                ),
              })),
            },
          },
        ],
      },
    ],
  }));
  return {
    traces: batches(traces, 4).map((resourceSpans) => ({ resourceSpans })),
    logs: batches(logs, 4).map((resourceLogs) => ({ resourceLogs })),
    metrics: batches(metrics, 60).map((resourceMetrics) => ({ resourceMetrics })),
  };
}

const spanKinds = { server: 2, client: 3, producer: 4, consumer: 5 };
const severities = { info: 9, warn: 13, error: 17 };
const ofResource = new Set(["service.name", "host.name"]);
const maxPart = 1_000;

const nanos = (ms: number) => `${BigInt(Math.round(ms * 1000)) * 1000n}`;
const attributes = (of: Record<string, string>) =>
  Object.entries(of).map(([key, stringValue]) => ({ key, value: { stringValue } }));
const resourceOf = (of: Record<string, string>) => ({ attributes: attributes(of) });

/** Eight hexadecimal digits, so that incidents of other seeds have other ids. */
function hashOf(text: string): string {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

function parts<T>(all: readonly T[]): T[][] {
  return batches(all, maxPart);
}

function batches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
