import { levelTones, logLevels } from "@opsplane/contract";
import { useMemo } from "react";
import type { TimeMode } from "../time/format.ts";
import type { RangeState } from "../time/use-range.ts";
import { Chart, type ChartData } from "../ui/chart/chart.tsx";
import type { ChartMarker } from "../ui/chart/plot-props.ts";
import type { useHistogram } from "./queries.ts";

interface HistogramProps {
  histogram: ReturnType<typeof useHistogram>;
  range: RangeState["interval"];
  mode: TimeMode;
  markers: readonly ChartMarker[];
  onSelect: (range: { from: number; to: number }) => void;
}

/** The number of records over time by level. Dragging zooms in. */
export function Histogram({ histogram, range, mode, markers, onSelect }: HistogramProps) {
  const { data } = histogram;
  const chart = useMemo((): ChartData | undefined => {
    if (!data) return undefined;
    const times = data.buckets.map(({ ts }) => Date.parse(ts));
    const seen = new Set(data.buckets.flatMap(({ levels }) => Object.keys(levels)));
    // The most severe level is at the bottom of the stack, where a small number is still visible.
    const series = logLevels
      .toReversed()
      .filter((level) => seen.has(level))
      .map((level) => ({
        id: level,
        label: level,
        tone: levelTones[level],
        values: data.buckets.map(({ levels }) => levels[level] ?? 0),
      }));
    return { times, series };
  }, [data]);
  return (
    <Chart
      title="Log records over time"
      data={chart}
      error={histogram.error}
      retry={() => void histogram.refetch()}
      empty={<p className="dim">No records in this time range.</p>}
      kind="bars"
      unit="count"
      mode={mode}
      range={range}
      stepMs={(data?.step_seconds ?? 60) * 1000}
      markers={markers}
      height={120}
      compact
      onSelect={onSelect}
    />
  );
}
