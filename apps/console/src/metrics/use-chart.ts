import { useMemo, useRef } from "react";
import type { Interval } from "../time/range.ts";
import type { Unit } from "../ui/chart/units.ts";
import { chartData, type DrawnSeries, type Shift } from "./chart-data.ts";
import { sharedUnit } from "./metric-kind.ts";
import type { LineResult } from "./use-results.ts";

/** With more lines nobody can distinguish them. */
const maxSeries = 200;

export interface ChartResult {
  /** Undefined while the first answers load. */
  data: { times: readonly number[]; series: readonly DrawnSeries[] } | undefined;
  counts: readonly { letter: string; found: number; drawn: number }[];
  unit: Unit;
  hasMixedUnits: boolean;
  busy: boolean;
}

/** The chart of all answers. It is computed again only when an answer, the time or a name changes. */
export function useChart(
  results: readonly LineResult[],
  interval: Interval,
  step: number,
  shift: Shift | undefined,
): ChartResult {
  const shown = results.filter(({ query }) => query.metric !== "" && !query.hidden);
  const answered = shown.filter(({ series }) => series !== undefined);
  const parts = useSame(
    answered.flatMap(({ letter, agg, query, series, earlier }) => [letter, `${agg} ${query.metric}`, series, earlier]),
  );
  const { from, to } = interval;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `parts` has what is used of the answers
  const computed = useMemo(
    () =>
      chartData({
        results: answered.map(({ letter, agg, query, series = [], earlier = [] }) => ({
          letter,
          name: `${agg} ${query.metric}`,
          series,
          earlier,
        })),
        interval: { from, to },
        step,
        shift,
        maxSeries,
      }),
    [parts, from, to, step, shift],
  );
  const unit = sharedUnit(answered.filter(({ series }) => series && series.length > 0).map((each) => each.unit));
  const isLoading = answered.length === 0 && shown.some(({ error }) => error === null);
  return {
    data: isLoading ? undefined : computed,
    counts: computed.counts,
    unit: unit === "mixed" ? "count" : unit,
    hasMixedUnits: unit === "mixed",
    busy: shown.some((each) => each.busy),
  };
}

/** The previous list while its items are the same. */
function useSame<T>(items: readonly T[]): readonly T[] {
  const kept = useRef(items);
  const isSame = kept.current.length === items.length && items.every((item, index) => item === kept.current[index]);
  if (!isSame) kept.current = items;
  return kept.current;
}
