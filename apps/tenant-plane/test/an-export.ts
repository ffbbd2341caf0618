/** Builders of OTLP/JSON for tests. */
export interface TestSpan {
  trace: string;
  id: string;
  parent?: string;
  service: string;
  name: string;
  kind?: "internal" | "server" | "client" | "producer" | "consumer";
  /** Unix milliseconds. */
  at: number;
  ms: number;
  failed?: boolean;
  host?: string;
  version?: string;
  attributes?: Record<string, string>;
  more?: object;
}

const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };

/** An export request, as an OpenTelemetry SDK would send it. */
export function anExport(spans: readonly TestSpan[]) {
  return {
    resourceSpans: spans.map((span) => ({
      resource: {
        attributes: pairs({
          "service.name": span.service,
          "deployment.environment": "production",
          ...(span.host !== undefined && { "host.name": span.host }),
          ...(span.version !== undefined && { "service.version": span.version }),
        }),
      },
      scopeSpans: [{ spans: [otlp(span)] }],
    })),
  };
}

function otlp({ trace, id, parent, name, kind = "internal", at, ms, failed, attributes = {}, more }: TestSpan) {
  const start = BigInt(at) * 1_000_000n;
  return {
    traceId: trace,
    spanId: id,
    ...(parent && { parentSpanId: parent }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt(ms) * 1_000_000n),
    status: failed ? { code: 2, message: "it broke" } : {},
    attributes: pairs(attributes),
    ...more,
  };
}

function pairs(attributes: Record<string, string>) {
  return Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}
