import { spanKinds, spanStatuses } from "@opsplane/contract";
import * as native from "@opsplane/runtime/native";
import { type Scoped, type Span, textAttributes } from "@opsplane/wire";
import { attributeProblem, isSpanId, isTraceId, wordProblem } from "./bounds.ts";
import { ByDay, dayOf } from "./by-day.ts";
import type { IngestReport } from "./ingest-report.ts";
import type { TableRows } from "./job.ts";
import { keptRows } from "./metric-rows.ts";

const emptyColumns = () => ({
  start: native.nanoseconds(),
  trace_id: native.strings(),
  span_id: native.strings(),
  parent_span_id: native.strings(),
  service: native.words(),
  name: native.words(),
  kind: native.words(),
  status: native.words(),
  status_message: native.strings(),
  duration: native.uint64(),
  latency: native.uint16(),
  entry: native.uint8(),
  peer: native.words(),
  peer_type: native.words(),
  attributes: native.pairs(),
  resource: native.pairs(),
  events: native.strings(),
  links: native.strings(),
});

/** An export of OpenTelemetry traces, as rows of spans and rows with the time range of each trace. */
export class SpanRows {
  /** True when every span carries its time; then the same body is the same batch. */
  timed = true;
  readonly #traces = new Map<string, { start: bigint; finish: bigint }>();
  readonly #days = new ByDay(() => ({ rows: 0, columns: emptyColumns() }));

  constructor(scoped: Scoped<Span>[], report: IngestReport) {
    for (const [at, { resource, scope, items }] of scoped.entries()) {
      const shared = textAttributes(resource);
      for (const [index, span] of items.entries()) {
        const attributes = textAttributes(span.attributes);
        if (scope.name !== "") attributes.set("otel.scope.name", scope.name);
        const path = () => `spans[${at}][${index}]`;
        if (span.start === 0n) this.#takeArrival(span, report.now);
        const problem = problemOf(span, shared, attributes);
        if (problem !== undefined) report.reject(path(), problem);
        else if (report.take(Number(span.start / 1_000_000n), path)) this.#add(span, shared, attributes);
      }
    }
  }

  tables(tenantId: string, keepDays: number, batch: bigint): TableRows[] {
    if (this.#traces.size === 0) return [];
    const spans = this.#days.map(
      ({ rows, columns }, day): TableRows => ({
        ...keptRows("spans", rows, tenantId, keepDays, { ...columns, batch: native.same64(batch, rows) }),
        probe: { by: "batch", table: "spans", batch, day },
      }),
    );
    return [...spans, keptRows("trace_summaries", this.#traces.size, tenantId, keepDays, this.#summaries())];
  }

  /** A span without a start gets its end as the start, or the arrival time. */
  #takeArrival(span: Span, now: number): void {
    if (span.end === 0n) {
      span.end = BigInt(now) * 1_000_000n;
      this.timed = false;
    }
    span.start = span.end;
  }

  #add(span: Span, resource: Map<string, string>, attributes: Map<string, string>): void {
    const day = this.#days.of(dayOf(Number(span.start / 1_000_000n)));
    day.rows += 1;
    const { columns } = day;
    const kind = spanKinds[span.kind] ?? "unspecified";
    const duration = span.end > span.start ? span.end - span.start : 0n;
    const peer = peerOf(kind, attributes);
    columns.start.push(span.start);
    columns.trace_id.push(span.traceId);
    columns.span_id.push(span.spanId);
    columns.parent_span_id.push(isSpanId(span.parentSpanId) ? span.parentSpanId : "");
    columns.service.push(resource.get("service.name") || "unknown");
    columns.name.push(span.name);
    columns.kind.push(kind);
    columns.status.push(spanStatuses[span.statusCode] ?? "unset");
    columns.status_message.push(span.statusMessage);
    columns.duration.push(duration);
    columns.latency.push(latencyOf(Number(duration)));
    columns.entry.push(kind === "server" || kind === "consumer" || !isSpanId(span.parentSpanId) ? 1 : 0);
    columns.peer.push(peer.name);
    columns.peer_type.push(peer.type);
    columns.attributes.push(attributes);
    columns.resource.push(resource);
    columns.events.push(eventsOf(span));
    columns.links.push(linksOf(span));
    this.#widen(span.traceId, span.start, span.start + duration);
  }

  #widen(traceId: string, start: bigint, finish: bigint): void {
    const known = this.#traces.get(traceId);
    if (!known) this.#traces.set(traceId, { start, finish });
    else {
      if (start < known.start) known.start = start;
      if (finish > known.finish) known.finish = finish;
    }
  }

  #summaries() {
    const columns = {
      trace_id: native.strings(),
      day: native.date(),
      start: native.nanoseconds(),
      finish: native.nanoseconds(),
    };
    for (const [traceId, { start, finish }] of this.#traces) {
      columns.trace_id.push(traceId);
      columns.day.push(Number(start / 86_400_000_000_000n));
      columns.start.push(start);
      columns.finish.push(finish);
    }
    return columns;
  }
}

const longest = 366n * 86_400_000_000_000n;

function problemOf(span: Span, resource: Map<string, string>, attributes: Map<string, string>): string | undefined {
  if (!isTraceId(span.traceId)) return "has no valid trace id";
  if (!isSpanId(span.spanId)) return "has no valid span id";
  if (span.end - span.start > longest) return "lasts longer than a year";
  return (
    wordProblem("name", span.name) ??
    wordProblem("service", resource.get("service.name") ?? "") ??
    attributeProblem(attributes) ??
    attributeProblem(resource)
  );
}

/** The latency bucket of a duration in nanoseconds: eight buckets per doubling. */
function latencyOf(duration: number): number {
  return duration < 1 ? 0 : Math.floor(8 * Math.log2(duration));
}

const addresses = ["peer.service", "server.address", "net.peer.name"];

/**
 * The types of peers by the attributes that show them, and the attributes that name the peer; the first present one is used.
 * A database is named by its server, so that two databases of one product stay apart. Brokers of one cluster have many addresses.
 */
const peers = [
  { type: "database", systems: ["db.system.name", "db.system"], names: [...addresses, "db.namespace", "db.name"] },
  { type: "messaging", systems: ["messaging.system"], names: ["peer.service"] },
  { type: "external", systems: addresses, names: [] },
] as const;

/** The same name for another machine in each caller. */
const loopback = /^(localhost|127\..*|\[?::1\]?)$/;

function peerOf(kind: string, attributes: Map<string, string>): { name: string; type: string } {
  if (kind !== "client" && kind !== "producer") return { name: "", type: "" };
  for (const { type, systems, names } of peers) {
    const system = firstOf(systems, attributes);
    if (system === undefined) continue;
    const named = firstOf(names, attributes, (name) => !loopback.test(name));
    return { name: (named ?? system).slice(0, 300), type };
  }
  return { name: "", type: "" };
}

/** The first of these attributes that is present and fits. */
function firstOf(
  names: readonly string[],
  attributes: Map<string, string>,
  fits: (value: string) => boolean = () => true,
): string | undefined {
  for (const name of names) {
    const value = attributes.get(name);
    if (value && fits(value)) return value;
  }
  return undefined;
}

function eventsOf({ events }: Span): string {
  if (events.length === 0) return "";
  return JSON.stringify(
    events.map(({ time, name, attributes }) => ({
      time: String(time),
      name,
      attributes: Object.fromEntries(textAttributes(attributes)),
    })),
  );
}

function linksOf({ links }: Span): string {
  if (links.length === 0) return "";
  return JSON.stringify(
    links.map(({ traceId, spanId, attributes }) => ({
      trace_id: traceId,
      span_id: spanId,
      attributes: Object.fromEntries(textAttributes(attributes)),
    })),
  );
}
