import type { operations } from "@opsplane/contract";
import { type Clock, every, type HandlersOf, invalid } from "@opsplane/runtime";
import type { CurrentPrincipal, Streams } from "../../streams.ts";
import type { ReadTelemetry } from "../reads.ts";
import { windowOf } from "../window.ts";
import { readContext } from "./context.ts";
import { isBefore, readCursor, timeOf } from "./cursor.ts";
import { readFacets } from "./facets.ts";
import { matching, openWindow, within } from "./filter.ts";
import { readHistogram } from "./histogram.ts";
import { readRecords } from "./records.ts";
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
      const window = openWindow(query, now);
      const behind = next === undefined ? undefined : (readCursor(next) ?? notAPlace(next));
      const where = every([within(window), matching(query), behind && isBefore(behind)]);
      const at = behind ? timeOf(behind) : (window.to ?? now);
      const reach = window.from ? Math.max(0, at.getTime() - window.from.getTime()) : Number.POSITIVE_INFINITY;
      const found = await readRecords(read(context), where, { at, towards: "past", reach }, limit + 1);
      const items = found.slice(0, limit);
      return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },

    histogram: async (context) => {
      const { query, now } = context;
      return readHistogram(read(context), query, windowOf(query, now, 24), query.bars ?? 60);
    },

    facets: async (context) => {
      const { query, now } = context;
      const { fields, limit = 10 } = query;
      return readFacets(read(context), query, windowOf(query, now, 24), { fields, limit });
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
