import type { operations } from "@opsplane/contract";
import { fail, type HandlersOf } from "@opsplane/runtime";
import type { ReadTelemetry } from "../reader.ts";
import { boundedRange } from "../time-range.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { type ComparedValue, differencesOf } from "./differences.ts";
import { selectionCondition } from "./selection.ts";
import { spanConditions } from "./store/conditions.ts";
import { compareValues, countGroups } from "./store/differences.ts";
import { readErrors } from "./store/errors.ts";
import { readFacets } from "./store/facets.ts";
import { readHeatmap } from "./store/heatmap.ts";
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

    heatmap: async (context) => {
      const { query, now } = context;
      const { scope = "entry", columns = 60 } = query;
      return readHeatmap(read(context), { ...query, scope }, boundedRange(query, now, 1), columns);
    },

    facets: async (context) => {
      const { query, now } = context;
      const { scope = "entry", limit = 10 } = query;
      return readFacets(read(context), { ...query, scope }, boundedRange(query, now, 1), limit);
    },

    errors: async (context) => {
      const { query, now } = context;
      return readErrors(read(context), query, boundedRange(query, now, 1), query.limit ?? 50);
    },

    differences: async (context) => {
      const { query, now } = context;
      const { scope = "entry", limit = 20 } = query;
      const comparison = {
        window: boundedRange(query, now, 1),
        baseline: spanConditions({ ...query, scope }),
        selected: selectionCondition(query, now),
      };
      const telemetry = read(context);
      const sizes = await countGroups(telemetry, comparison);
      const { read: sample, values } = await compareValues(telemetry, comparison, sizes);
      return {
        selection: { spans: sizes.selected, read: sample.selected },
        rest: { spans: sizes.rest, read: sample.rest },
        // The status of spans that were selected by it says nothing new.
        differences: differencesOf(query.selected_status ? values.filter(isNotStatus) : values, sample, limit),
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

function isNotStatus({ source, name }: ComparedValue): boolean {
  return source !== "span" || name !== "status";
}
