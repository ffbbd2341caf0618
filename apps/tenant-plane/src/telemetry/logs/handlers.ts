import type { operations } from "@opsplane/contract";
import { type Clock, type HandlersOf, invalid } from "@opsplane/runtime";
import type { CurrentPrincipal, Streams } from "../../streams.ts";
import type { ReadTelemetry } from "../reader.ts";
import { boundedRange, openRange } from "../time-range.ts";
import { readCursor } from "./cursor.ts";
import { exportOf, recordPages } from "./export.ts";
import { readPatterns } from "./patterns.ts";
import { findRecords } from "./queries.ts";
import { readContext } from "./store/context.ts";
import { readFacets } from "./store/facets.ts";
import { readHistogram } from "./store/histogram.ts";
import { openTails } from "./tail.ts";

/** Patterns are mined from at most this many lines of a window. */
const maxRead = 200_000;

export interface Logs extends Pick<Streams, "recheck" | "close"> {
  handlers: HandlersOf<typeof operations.logs>;
}

export function openLogs(read: ReadTelemetry, currentPrincipal: CurrentPrincipal, clock: Clock): Logs {
  const { tail, recheck, close } = openTails(read, currentPrincipal, clock);
  return { handlers: { ...readers(read), tail }, recheck, close };
}

function readers(read: ReadTelemetry): Omit<HandlersOf<typeof operations.logs>, "tail"> {
  return {
    list: async (context) => {
      const { query, now } = context;
      const { limit = 50, next } = query;
      const before = next === undefined ? undefined : (readCursor(next) ?? invalidCursor(next));
      const range = openRange(query, now);
      const found = await findRecords(read(context), query, { range, now, before, limit: limit + 1 });
      const items = found.slice(0, limit);
      return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },

    histogram: async (context) => {
      const { query, now } = context;
      return readHistogram(read(context), query, boundedRange(query, now, 24), query.bars ?? 60);
    },

    facets: async (context) => {
      const { query, now } = context;
      const { fields, limit = 10 } = query;
      return readFacets(read(context), query, boundedRange(query, now, 24), { fields, limit });
    },

    patterns: async (context) => {
      const { query, now } = context;
      const { bars: maxBars = 30, limit = 100, sort = "count" } = query;
      return readPatterns(read(context), query, boundedRange(query, now, 24), { maxBars, limit, sort, maxRead });
    },

    export: async (context) => {
      const { query, now } = context;
      const { format = "csv", limit = 100_000 } = query;
      const range = boundedRange(query, now, 24);
      const pages = recordPages(read(context), query, { range, now, limit });
      // The first page is read before the answer begins, so that an invalid search is still refused.
      const first = await pages.next();
      return exportOf(format, first.value ?? [], pages, now);
    },

    context: async (context) => {
      const { id, before = 20, after = 20 } = context.query;
      return readContext(read(context), id, { before, after });
    },
  };
}

function invalidCursor(next: string): never {
  return invalid("next", `"${next.slice(0, 40)}" is not a \`next\` value from a previous page.`);
}
