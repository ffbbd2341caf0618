import type { Operation } from "../shop/operations.ts";
import type { Conditions } from "./conditions.ts";
import type { Failure } from "./failures.ts";
import type { Random } from "./random.ts";
import type { Attributes, LogLine, Source, Span, SpanEvent, SpanKind } from "./signals.ts";

/** The spans and log lines of one visit. */
export interface Trace {
  readonly spans: Span[];
  readonly logs: LogLine[];
}

export interface Building extends Trace {
  readonly random: Random;
  readonly conditions: Conditions;
  readonly traceId: string;
  /** One request inside a service. */
  serve(building: Building, target: Target, at: number, parentId: string | undefined): Outcome;
}

export interface Target {
  readonly name: string;
  readonly operation: string;
  readonly host: string;
}

export interface Outcome {
  readonly end: number;
  readonly failure?: Failure | undefined;
}

/** Who places a call: the span that waits for it. */
export interface Caller {
  readonly source: Source;
  readonly spanId: string;
}

export interface Recorded {
  readonly source: Source;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly start: number;
  readonly end: number;
  readonly failure: Failure | undefined;
  readonly attributes: Attributes;
}

export function record(building: Building, recorded: Recorded): void {
  const { source, spanId, parentId, name, kind, start, end, failure, attributes } = recorded;
  building.spans.push({
    source,
    traceId: building.traceId,
    spanId,
    parentId,
    name,
    kind,
    start,
    ms: end - start,
    error: failure?.message,
    attributes: failure ? { ...attributes, "error.type": failure.type } : attributes,
    events: failure?.isCause ? [exceptionOf(failure, end)] : noEvents,
  });
}

const noEvents: readonly SpanEvent[] = [];

function exceptionOf({ type, message, stack }: Failure, at: number): SpanEvent {
  const attributes = { "exception.type": type, "exception.message": message, "exception.stacktrace": stack };
  return { at, name: "exception", attributes };
}

interface Served {
  readonly source: Source;
  readonly spanId: string;
  readonly operation: Operation;
  readonly status: number;
  readonly start: number;
  readonly end: number;
  readonly failure: Failure | undefined;
}

/** The access log, the line of a success and the line of a failure. */
export function writeLines(building: Building, served: Served): void {
  const { source, spanId, operation, status, start, end, failure } = served;
  const { random, logs, traceId } = building;
  const id = Math.floor(random.between(10_000, 99_999));
  const ms = Math.round((end - start) * 10) / 10;
  const add = (level: LogLine["level"], message: string, attributes: Attributes) =>
    logs.push({ source, at: end, level, message, traceId, spanId, attributes });
  if (failure)
    add("error", `${operation.method} ${operation.route} failed: ${failure.message}`, {
      "error.type": failure.type,
      duration_ms: ms,
    });
  else if (operation.says !== undefined) add("info", operation.says.replace("{id}", String(id)), {});
  if (operation.method === "CONSUME") return;
  const path = operation.route.replace("{id}", String(id));
  add(status >= 500 ? "warn" : "info", `${operation.method} ${path} ${status} ${ms} ms`, {
    method: operation.method,
    route: operation.route,
    status,
    duration_ms: ms,
  });
}

export function warn(building: Building, { source, spanId }: Caller, at: number, message: string): void {
  building.logs.push({ source, spanId, traceId: building.traceId, at, level: "warn", message, attributes: {} });
}
