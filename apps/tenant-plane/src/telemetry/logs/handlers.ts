import type { operations } from "@opsplane/contract";
import { type Clock, chsql, every, type HandlersOf, invalid } from "@opsplane/runtime";
import type { CurrentPrincipal, Streams } from "../../streams.ts";
import type { ReadTelemetry } from "../reads.ts";
import { boundedRange, inRange, openRange } from "../time-range.ts";
import { isBefore, readCursor, timeOf } from "./cursor.ts";
import { matching } from "./filter.ts";
import { readContext } from "./store/context.ts";
import { readFacets } from "./store/facets.ts";
import { readHistogram } from "./store/histogram.ts";
import { readRecords } from "./store/records.ts";
import { openTails } from "./tail.ts";

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
      const window = openRange(query, now);
      const behind = next === undefined ? undefined : (readCursor(next) ?? notAPlace(next));
      const where = every([inRange(chsql`ts`, window), matching(query), behind && isBefore(behind)]);
      const at = behind ? timeOf(behind) : (window.to ?? now);
      const reach = window.from ? Math.max(0, at.getTime() - window.from.getTime()) : Number.POSITIVE_INFINITY;
      const found = await readRecords(read(context), where, { at, towards: "past", reach }, limit + 1);
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

    context: async (context) => {
      const { id, before = 20, after = 20 } = context.query;
      return readContext(read(context), id, { before, after });
    },
  };
}

function notAPlace(next: string): never {
  return invalid("next", `"${next.slice(0, 40)}" is not the \`next\` of a page.`);
}
