import { useCallback, useEffect, useMemo, useState } from "react";
import {
  type Interval,
  intervalOf,
  isRelative,
  type Preset,
  readRange,
  readRefresh,
  refreshes,
  type TimeRange,
} from "./range.ts";

/** The search parameters of a page with a time range. */
export interface RangeSearch {
  from?: string | undefined;
  to?: string | undefined;
  refresh?: string | undefined;
}

/** The time range of an address, for links to other pages of the same time. */
export function rangeOf({ from, to, refresh }: RangeSearch): RangeSearch {
  return { from, to, refresh };
}

export interface RangeState {
  range: TimeRange;
  /** The start and end of the range. They change only with a refresh, so that all queries of a page use the same times. */
  interval: Interval;
  now: number;
  /** The problem of an invalid range in the address. */
  problem: string | undefined;
  refresh: () => void;
}

/** The time range of a page's address. A relative range moves with each refresh. */
export function useTimeRange(search: RangeSearch, fallback: Preset): RangeState {
  const [now, setNow] = useState(() => Date.now());
  const refresh = useCallback(() => setNow(Date.now()), []);
  const { from, to } = search;
  const { range, problem } = useMemo(() => readRange({ from, to }, fallback, now), [from, to, fallback, now]);
  const every = readRefresh(search.refresh);
  const isLive = isRelative(range);
  useEffect(() => {
    if (!every || !isLive) return;
    const timer = setInterval(refresh, refreshes[every]);
    return () => clearInterval(timer);
  }, [every, isLive, refresh]);
  const interval = useMemo(() => intervalOf(range, now), [range, now]);
  return { range, interval, now, problem, refresh };
}
