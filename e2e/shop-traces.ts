import { anExport, type TestSpan } from "@opsplane/tenant-plane/testing/an-export";
import type { Person } from "@opsplane/tenant-plane/testing/people";

const minute = 60_000;
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");

/** The trace of a slow request that failed, its span in payments, and traces with a special shape. */
export const shopTraces = {
  failed: hex(0xfa11, 32),
  charge: hex(0xca, 16),
  large: hex(0x1a46e, 32),
  rootless: hex(0x70, 32),
};

const largeSpans = 10_050;

/** Half an hour of a shop: two fast requests a minute, and twelve slow ones of a new version, of which some fail. */
export async function fillTraces({ api }: Person, now = Date.now()): Promise<void> {
  const spans: TestSpan[] = [];
  for (let index = 0; index < 60; index++)
    spans.push({
      ...request(index + 1, now - 30 * minute + (index / 2) * minute, 20 + index),
      name: index % 2 ? "GET /cart" : "GET /health",
    });
  for (let index = 0; index < 12; index++) spans.push(...slow(1000 + index, now - 10 * minute + index * 20_000, index));
  spans.push(...slow(0xfa11, now - 3 * minute, 0, shopTraces.charge));
  const orphan = request(0x70, now - 2 * minute, 40);
  spans.push({ ...orphan, parent: hex(0xdead, 16), service: "orders", name: "process", kind: "consumer" });
  await api.ingest.otlpTraces({ body: anExport(spans) });
  const logged = { trace_id: shopTraces.failed, span_id: shopTraces.charge, service: "payments" };
  await api.ingest.logs({
    body: {
      ...logged,
      message: "the provider did not answer",
      level: "error",
      timestamp: new Date(now - 3 * minute).toISOString(),
    },
  });
}

/** More spans than one answer has. */
export async function fillLargeTrace({ api }: Person, now = Date.now()): Promise<void> {
  const start = now - 20 * minute;
  const spans = Array.from(
    { length: largeSpans },
    (_, index): TestSpan => ({
      trace: shopTraces.large,
      id: hex(index + 1, 16),
      ...(index > 0 && { parent: hex(Math.floor(index / 10) + 1, 16) }),
      service: ["batch", "orders", "ledger"][index % 3] ?? "batch",
      name: index === 0 ? "nightly job" : `step ${index}`,
      at: start + index,
      ms: index === 0 ? 30_000 : 50,
    }),
  );
  for (let at = 0; at < spans.length; at += 2500)
    await api.ingest.otlpTraces({ body: anExport(spans.slice(at, at + 2500)) });
}

function request(index: number, at: number, ms: number): TestSpan {
  const region = index % 2 ? "eu" : "us";
  const attributes = { region, "app.version": "1", "request.id": `request-${index}` };
  return { trace: hex(index, 32), id: hex(index, 16), service: "web", name: "", kind: "server", at, ms, attributes };
}

function slow(index: number, at: number, turn: number, chargeId = hex(index + 5000, 16)): TestSpan[] {
  const root = request(index, at, 2000 + turn);
  const failed = turn % 2 === 0;
  const exception = {
    "exception.type": "TimeoutError",
    "exception.message": `charge ${index} timed out`,
    "exception.stacktrace": "TimeoutError: timed out\n    at charge (/app/src/charge.ts:12)",
  };
  const events = [
    {
      timeUnixNano: String(BigInt(at + 1500) * 1_000_000n),
      name: "exception",
      attributes: Object.entries(exception).map(([key, stringValue]) => ({ key, value: { stringValue } })),
    },
  ];
  return [
    { ...root, name: "POST /checkout", failed, attributes: { ...root.attributes, "app.version": "2" } },
    {
      trace: root.trace,
      id: chargeId,
      parent: root.id,
      service: "payments",
      name: "Charge",
      kind: "server",
      at: at + 100,
      ms: 1700,
      failed,
      attributes: { provider: "north" },
      more: { links: [{ traceId: hex(1, 32), spanId: hex(1, 16) }], ...(failed && { events }) },
    },
    { ...root, id: hex(index + 7000, 16), parent: root.id, name: "render", kind: "internal", at: at + 1900, ms: 50 },
  ];
}
