import type { operations } from "@opsplane/contract";
import { fail, type HandlersOf } from "@opsplane/runtime";
import type { ReadTelemetry } from "../reader.ts";
import { boundedRange } from "../time-range.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { spanConditions } from "./store/conditions.ts";
import { findTraces } from "./store/search.ts";
import { readSpans, readSummaries } from "./store/spans.ts";

const maxSpans = 10_000;

export function traceHandlers(read: ReadTelemetry): HandlersOf<typeof operations.traces> {
  return {
    list: async (context) => {
      const { query, now } = context;
      const { limit = 50 } = query;
      const after = query.next === undefined ? undefined : readCursor(query.next);
      const window = boundedRange({ ...query, ...(after && { to: after.to.toISOString() }) }, now, 24);
      const telemetry = read(context);
      const found = await findTraces(telemetry, { window, span: spanConditions(query), after, limit: limit + 1 });
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : undefined;
      return {
        items: await readSummaries(
          telemetry,
          shown.map(({ trace_id }) => trace_id),
        ),
        next: last ? writeCursor({ start: BigInt(last.place), traceId: last.trace_id, to: window.to }) : null,
      };
    },

    get: async (context) => {
      const traceId = context.params.trace_id.toLowerCase();
      const telemetry = read(context);
      const [[summary], spans] = await Promise.all([
        readSummaries(telemetry, [traceId]),
        readSpans(telemetry, traceId, maxSpans + 1),
      ]);
      if (!summary) return fail("NOT_FOUND", `There is no trace ${traceId}.`);
      return { ...summary, span_list: spans.slice(0, maxSpans), truncated: spans.length > maxSpans };
    },
  };
}
