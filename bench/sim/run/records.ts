import type { Random } from "../random.ts";
import type { Line, Span } from "../signals.ts";
import type { Outcome, Running } from "./running.ts";
import type { InstanceState, TraceContext } from "./states.ts";

// What instances write down: spans and lines of logs. Of requests that are not sampled nothing is kept.

type SpanStart = Pick<Span, "operation" | "kind" | "parent"> & { peer?: string };

export function openSpan(
  running: Running,
  { trace, sampled }: TraceContext,
  { service, host, number, version = service.version }: InstanceState,
  { operation, kind, parent, peer = "" }: SpanStart,
): Span {
  const span: Span = {
    trace,
    id: running.nextSpan++,
    parent,
    service: service.name,
    operation,
    kind,
    start: running.now,
    ms: 0,
    error: undefined,
    host: host.name,
    instance: number,
    version,
    peer,
  };
  if (sampled) running.found.spans.push(span);
  return span;
}

export function closeSpan(running: Running, span: Span, problem: Outcome): void {
  span.ms = running.now - span.start;
  span.error = problem;
}

/** Writes a line within a span. */
export function logLine(
  running: Running,
  { trace, sampled }: TraceContext,
  by: InstanceState,
  span: Span,
  level: Line["level"],
  text: string,
): void {
  if (sampled) writeLine(running, by, { level, text, trace, span: span.id });
}

/** Writes a line. `%n` in it becomes some number, `%h` some id. */
export function writeLine(
  { found, now, random }: Running,
  { service, host }: InstanceState,
  { level, text, trace, span }: Pick<Line, "level" | "text" | "trace" | "span">,
): void {
  const filled = text.replace(/%n/g, () => String(random.whole(1, 9_999))).replace(/%h/g, () => hex(random));
  found.logs.push({ at: now, service: service.name, host: host.name, level, text: filled, trace, span });
}

function hex(random: Random): string {
  return Math.floor(random.next() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}
