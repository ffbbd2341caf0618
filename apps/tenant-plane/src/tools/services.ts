import { Type } from "typebox";
import { cut, inputs, limit, maybeName, name, queryRange, range, words } from "./inputs.ts";
import { pages } from "./links.ts";
import { type Asker, tool } from "./tool.ts";

const shared = { access: "observability:read", module: "observability" } as const;
const sorts = ["calls", "errors", "error_rate", "p50_ms", "p95_ms", "p99_ms"] as const;

interface Figures {
  calls: number;
  rate_per_second: number;
  errors: number;
  error_rate: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
}

const figuresOf = ({ calls, rate_per_second, errors, error_rate, p50_ms, p95_ms, p99_ms }: Figures): Figures => ({
  ...{ calls, rate_per_second, errors, error_rate, p50_ms, p95_ms, p99_ms },
});

/** The same length of time just before. */
function before({ from, to }: { from: string; to: string }) {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return { from: new Date(start - (end - start)).toISOString(), to: from };
}

async function ofService({ reads }: Asker, service: string, window: { from: string; to: string }) {
  const found = await reads.services.list({ query: { ...window, q: service } });
  return (
    found.find((each) => each.service === service) ??
    found.find((each) => each.service.toLowerCase() === service.toLowerCase())
  );
}

export const serviceTools = {
  listServices: tool({
    ...shared,
    name: "list_services",
    description: "Services by their calls, errors or latency in a range: rate, error rate, p50, p95 and p99.",
    input: inputs({ ...range, sort: Type.Optional(words(sorts)), limit: limit(20) }),
    read: async ({ reads, cite, now }, input) => {
      const window = queryRange(input, now, 1);
      const sort = input.sort ?? "calls";
      const found = await reads.services.list({ query: window });
      const sorted = [...found].sort((a, b) => b[sort] - a[sort] || a.service.localeCompare(b.service));
      cite("services", "Services", pages.services(window));
      return {
        ...window,
        sort,
        count: found.length,
        services: sorted.slice(0, input.limit ?? 5).map((each) => ({
          ...{ service: each.service, ...figuresOf(each) },
          citation: cite("service", each.service, pages.service(each.service, window)),
        })),
      };
    },
  }),
  serviceHealth: tool({
    ...shared,
    name: "service_health",
    description: "Calls, errors and latency of one service in a range, and the same for the time just before.",
    input: inputs({ ...range, service: name("Name of the service") }),
    read: async (asker, input) => {
      const window = queryRange(input, asker.now, 1);
      const [now, earlier] = await Promise.all([
        ofService(asker, input.service, window),
        ofService(asker, input.service, before(window)),
      ]);
      return {
        ...window,
        service: input.service,
        figures: now ? figuresOf(now) : null,
        before: earlier ? figuresOf(earlier) : null,
        citation: asker.cite("service", input.service, pages.service(input.service, window)),
      };
    },
  }),
  slowestOperations: tool({
    ...shared,
    name: "slowest_operations",
    description: "The operations of a service with the highest p95 latency in a range.",
    input: inputs({ ...range, service: name("Name of the service"), limit: limit(20) }),
    read: async ({ reads, cite, now }, input) => {
      const window = queryRange(input, now, 1);
      const found = await reads.services.operations({ params: { service: input.service }, query: window });
      const slow = [...found].sort((a, b) => b.p95_ms - a.p95_ms || a.operation.localeCompare(b.operation));
      return {
        ...{ ...window, service: input.service, count: found.length },
        operations: slow
          .slice(0, input.limit ?? 5)
          .map((each) => ({ operation: cut(each.operation), ...figuresOf(each) })),
        citation: cite("service", input.service, pages.service(input.service, window)),
      };
    },
  }),
  serviceDependencies: tool({
    ...shared,
    name: "service_dependencies",
    description:
      "The services and databases that a service called in a range and those that called it, with calls, errors and p95.",
    input: inputs({ ...range, service: name("Name of the service") }),
    read: async ({ reads, cite, now }, input) => {
      const window = queryRange(input, now, 1);
      const { edges } = await reads.services.map({ query: { ...window, service: input.service } });
      const of = (side: "source" | "target", other: "source" | "target") =>
        edges
          .filter((edge) => edge[side] === input.service)
          .sort((a, b) => b.p95_ms - a.p95_ms)
          .slice(0, 20)
          .map((edge) => ({ name: edge[other], calls: edge.calls, errors: edge.errors, p95_ms: edge.p95_ms }));
      return {
        ...{ ...window, service: input.service },
        calls: of("source", "target"),
        called_by: of("target", "source"),
        citation: cite("service map", "Service map", pages.services({ ...window, view: "map" })),
      };
    },
  }),
  findTraces: tool({
    ...shared,
    name: "find_traces",
    description:
      "Traces of a service or of all, the newest first, optionally only failed ones or those longer than a duration.",
    input: inputs({
      ...range,
      service: maybeName("Name of the service"),
      errors: Type.Optional(Type.Boolean({ description: "Only traces with errors" })),
      min_duration_ms: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400_000 })),
      limit: limit(20),
    }),
    read: async ({ reads, cite, now }, { service, errors, min_duration_ms, limit: most = 5, ...input }) => {
      const window = queryRange(input, now, 1);
      const filter = {
        ...window,
        ...(service === undefined ? {} : { service }),
        ...(errors === true ? { status: "error" as const } : {}),
        ...(min_duration_ms === undefined ? {} : { min_duration_ms }),
      };
      const { items, next } = await reads.traces.list({ query: { ...filter, limit: most } });
      return {
        ...window,
        more: next !== null,
        traces: items.map(({ trace_id, service: entry, operation, start, duration_ms, spans, errors: failed }) => ({
          ...{ trace_id, service: entry, operation: cut(operation), start, duration_ms, spans, errors: failed },
          citation: cite("trace", `${entry} ${operation}`, pages.trace(trace_id)),
        })),
        citation: cite(
          "traces",
          "Traces",
          pages.traces({ ...window, service, status: errors === true ? "error" : undefined }),
        ),
      };
    },
  }),
  topTraceErrors: tool({
    ...shared,
    name: "top_trace_errors",
    description: "The most frequent errors of spans in a range, by service and message.",
    input: inputs({ ...range, service: maybeName("Name of the service"), limit: limit(10) }),
    read: async ({ reads, cite, now }, { service, limit: most = 5, ...input }) => {
      const window = queryRange(input, now, 1);
      const { groups, total, sampled } = await reads.traces.errors({
        query: { ...window, limit: most, ...(service === undefined ? {} : { service }) },
      });
      return {
        ...{ ...window, count: total, sampled },
        errors: groups.map(({ service: of, operation, message, count, last_seen, trace_id }) => ({
          ...{ service: of, operation: cut(operation), message: cut(message), count, last_seen },
          citation: cite("trace", `${of} ${operation}`, pages.trace(trace_id)),
        })),
      };
    },
  }),
};
