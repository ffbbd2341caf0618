import type { TraceSummary } from "@opsplane/contract";
import { absoluteRange, type Interval } from "../../time/range.ts";

const margin = 30 * 60_000;

type TraceTimes = Pick<TraceSummary, "start" | "duration_ms">;

export function intervalOfTrace({ start, duration_ms }: TraceTimes): Interval {
  const from = Date.parse(start);
  return { from, to: from + duration_ms };
}

/** The time range of links from a trace: half an hour on both sides. */
export function aroundTrace(trace: TraceTimes): { from: string; to: string } {
  const { from, to } = intervalOfTrace(trace);
  return absoluteRange({ from: from - margin, to: to + margin });
}

/** The search parameters of the logs of a trace, or of one of its spans. */
export function logsOf(trace: TraceTimes & { trace_id: string }, spanId?: string) {
  const q = `trace_id:${trace.trace_id}${spanId === undefined ? "" : ` span_id:${spanId}`}`;
  return { q, ...aroundTrace(trace) };
}
