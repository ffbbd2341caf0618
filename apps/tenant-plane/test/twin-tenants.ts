import { aWrite } from "./a-write.ts";
import { anExport, type TestSpan } from "./an-export.ts";
import type { Person, SharedPlane } from "./plane.ts";
import { post } from "./sender.ts";

/** The difference between two tenants whose telemetry has the same names, labels, ids, addresses and times. */
export interface Own {
  word: string;
  number: number;
}
export const north: Own = { word: "north", number: 3 };
export const south: Own = { word: "south", number: 5 };

/** Sends one of everything. The flow is last, when the others are stored and counted. */
export async function sendAll(plane: SharedPlane, person: Person, own: Own): Promise<void> {
  const { ingest } = person.api;
  const body = new Uint8Array(samplesOf(own));
  await Promise.all([
    ingest.logs({ body: logsOf(own) }),
    ingest.logs({ body: alike }),
    post(plane, "/api/ingest/prometheus", { as: person, body, type: "application/x-protobuf", encoding: "snappy" }),
    ingest.otlpMetrics({ body: histogramOf(own) }),
    ingest.otlpTraces({ body: anExport(spansOf(own)) }),
  ]);
  await ingest.flows({ body: flowOf(own) });
}

export const minute = 60_000;
/** Two hours ago, because the hour around it must be over. */
const base = Math.floor(Date.now() / minute) * minute - 120 * minute;
export const at = (ms: number) => new Date(base + ms).toISOString();
export const trace = "5ca1ab1e".repeat(4);

/** Both tenants send this record, so it has the same id for both. */
const alike = { message: "alike", service: "web", timestamp: at(-1000) };

export function logsOf({ word, number }: Own) {
  return Array.from({ length: number }, (_, index) => ({
    message: `${word} ${index}`,
    service: "web",
    timestamp: at(index * 1000),
    attributes: { owner: word },
  }));
}

type Kind = NonNullable<TestSpan["kind"]>;

export function spansOf({ word, number }: Own): TestSpan[] {
  const span = (digit: number, service: string, name: string, kind: Kind, tenths: number): TestSpan => ({
    trace,
    id: String(digit).repeat(16),
    ...(digit > 1 && { parent: String(digit - 1).repeat(16) }),
    service,
    name: `${name} ${word}`,
    kind,
    at: base + digit,
    ms: number * tenths,
    failed: digit === 4,
    attributes: { owner: word, ...(digit === 4 && { "peer.service": `${word}-db` }) },
  });
  return [
    span(1, "web", "GET", "server", 10),
    span(2, "web", "call", "client", 8),
    span(3, "orders", "POST", "server", 6),
    span(4, "orders", "SELECT", "client", 4),
  ];
}

function samplesOf({ word, number }: Own): Buffer {
  return aWrite(
    [
      { labels: { __name__: "load", host: "a" }, samples: [[number, base]] },
      { labels: { __name__: "load", host: "a", owner: word }, samples: [[number * 10, base]] },
    ],
    [{ metric: "load", type: 2, help: `of ${word}` }],
  );
}

/** Four values up to twice the number, so the median is the number. */
function histogramOf({ number }: Own) {
  const point = { timeUnixNano: `${base}000000`, count: "4", sum: 1, explicitBounds: [2 * number] };
  const histogram = { aggregationTemporality: 1, dataPoints: [{ ...point, bucketCounts: ["4", "0"] }] };
  return { resourceMetrics: [{ resource: {}, scopeMetrics: [{ metrics: [{ name: "took", histogram }] }] }] };
}

function flowOf({ word, number }: Own) {
  const addresses = { protocol: "tcp", src_ip: "10.0.0.1", dst_ip: "10.0.0.2", dst_port: 443 };
  return { ...addresses, timestamp: at(0), bytes: number * 100, packets: number, exporter: word };
}
