import { logLevels } from "@opsplane/contract";
import { absoluteRange, type Interval } from "../time/range.ts";
import type { RangeSearch } from "../time/use-range.ts";
import { wordsOf } from "../ui/words.ts";

export interface LogSearch extends RangeSearch {
  q?: string | undefined;
  service?: string | undefined;
  level?: string | undefined;
  columns?: string | undefined;
  wrap?: string | undefined;
  record?: string | undefined;
  live?: string | undefined;
  tab?: string | undefined;
  /** Of the patterns: the text they contain, and their order. */
  find?: string | undefined;
  sort?: string | undefined;
}

/** What the API is asked for, from the address. */
export function filterOf({ q, service, level }: LogSearch) {
  const levels = wordsOf(logLevels, level);
  return {
    ...(q ? { q } : {}),
    ...(service ? { service: service.split(",") } : {}),
    ...(levels.length > 0 ? { level: levels } : {}),
  };
}

export type LogFilter = ReturnType<typeof filterOf>;

export function windowOf(interval: Interval) {
  return absoluteRange(interval);
}

/** The additional columns of the table. */
export function columnsOf({ columns }: LogSearch): string[] {
  return columns ? columns.split(",") : [];
}
