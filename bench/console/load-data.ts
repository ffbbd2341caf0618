const perRequest = 10_000;

/** Requests with this many log records of one service, spread over the last two hours. */
export function* logLines(count: number, now: number): Generator<object[]> {
  const stepMs = (2 * 3_600_000) / count;
  for (let first = 0; first < count; first += perRequest) {
    yield Array.from({ length: Math.min(perRequest, count - first) }, (_, index) => {
      const number = first + index;
      return {
        timestamp: new Date(now - number * stepMs).toISOString(),
        service: "bench-logs",
        level: number % 50 === 0 ? "error" : "info",
        message: `request ${number} answered with ${number % 50 === 0 ? 500 : 200} after ${(number * 7) % 900} ms`,
        attributes: { path: `/orders/${number % 97}`, user: `user-${number % 1000}` },
      };
    });
  }
}

const services = ["gateway", "orders", "stock", "prices", "mail"];

/** One trace of this many spans as OTLP/JSON: a root with a tree of calls, ten children each. */
export function deepTrace(count: number, now: number): { id: string; body: object } {
  const id = "be".repeat(16);
  const start = now - 10 * 60_000;
  const spanId = (index: number) => (index + 1).toString(16).padStart(16, "0");
  const spansOf = (service: number) =>
    Array.from({ length: count }, (_, index) => index)
      .filter((index) => index % services.length === service)
      .map((index) => {
        const from = BigInt(start) * 1_000_000n + BigInt(index) * 900_000n;
        return {
          traceId: id,
          spanId: spanId(index),
          ...(index > 0 ? { parentSpanId: spanId(Math.floor((index - 1) / 10)) } : {}),
          name: `step ${index % 40}`,
          kind: 2,
          startTimeUnixNano: String(from),
          endTimeUnixNano: String(from + BigInt(5 + ((index * 13) % 400)) * 1_000_000n),
          status: index % 500 === 499 ? { code: 2, message: "it failed" } : {},
          attributes: [{ key: "step", value: { intValue: String(index) } }],
        };
      });
  const resourceSpans = services.map((name, index) => ({
    resource: { attributes: [{ key: "service.name", value: { stringValue: name } }] },
    scopeSpans: [{ spans: spansOf(index) }],
  }));
  return { id, body: { resourceSpans } };
}
