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

export interface RangeState {
  range: TimeRange;
  /** The moments of the range. They stay until the next refresh, so that one page asks about one time. */
  interval: Interval;
  now: number;
  /** Why the address has no range that can be read. */
  problem: string | undefined;
  refresh: () => void;
}

/** The time range of a page's address; a relative one moves on with each refresh. */
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
