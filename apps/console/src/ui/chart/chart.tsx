import { Skeleton, useComputedColorScheme, VisuallyHidden } from "@mantine/core";
import type { ApiError } from "@opsplane/contract";
import { type ReactNode, useCallback, useState } from "react";
import type { TimeMode } from "../../time/format.ts";
import { ErrorFace } from "../faces.tsx";
import { lazyPart } from "../lazy-part.tsx";
import { toggled } from "../words.ts";
import classes from "./chart.module.css";
import { ChartTable } from "./chart-table.tsx";
import { Legend, type LegendSort, ShortLegend } from "./legend.tsx";
import { MarkerList } from "./marker-list.tsx";
import type { ChartLevel, ChartMarker, ChartSpan, PlotProps } from "./plot-props.ts";
import { type ChartKind, type ChartSeries, isolated } from "./series.ts";
import type { Unit } from "./units.ts";

/** The data of a chart: one value per series and time. */
export interface ChartData {
  /** Milliseconds, ascending. */
  times: readonly number[];
  series: readonly ChartSeries[];
}

interface ChartProps {
  /** The accessible name of the chart. */
  title: string;
  /** Undefined while it is loading. */
  data: ChartData | undefined;
  error?: ApiError | null;
  retry?: () => void;
  /** Shown when there is not a single value. */
  empty: ReactNode;
  kind: ChartKind;
  unit: Unit;
  mode: TimeMode;
  range: { from: number; to: number };
  stepMs: number;
  markers?: readonly ChartMarker[];
  levels?: readonly ChartLevel[];
  spans?: readonly ChartSpan[];
  /** The marker that stands out, for charts whose list of events is elsewhere. Such a chart has no list itself. */
  listedElsewhere?: { active: string | undefined };
  /** Charts of one group share their cursor. */
  group?: string;
  height?: number;
  /** A small chart with a legend of one line. */
  compact?: boolean;
  /** The order of the legend before someone sorts it; without it that of the series. */
  legendSort?: LegendSort;
  /** Dragging over the chart selects a range. */
  onSelect?: (range: { from: number; to: number }) => void;
}

const Plot = lazyPart<"Plot", PlotProps>(() => import("./plot.tsx"), "Plot", {
  waiting: ({ height }) => <Waiting height={height} />,
});

const noMarkers: readonly ChartMarker[] = [];
const noLevels: readonly ChartLevel[] = [];
const noSpans: readonly ChartSpan[] = [];

/** A chart over time with its legend. It does not load data. */
export function Chart({ data, error, retry, empty, height = 220, ...look }: ChartProps) {
  if (data?.series.some(({ values }) => values.some((value) => value !== null)))
    return <Drawn {...look} height={height} data={data} />;
  return (
    <div className={classes.face} style={{ minHeight: height }}>
      {data ? empty : error ? <ErrorFace error={error} {...(retry ? { retry } : {})} /> : <Waiting height={height} />}
    </div>
  );
}

function Waiting({ height }: { height: number }) {
  return (
    <div role="status" style={{ width: "100%" }}>
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton height={height} />
    </div>
  );
}

type DrawnProps = Omit<ChartProps, "data" | "error" | "retry" | "empty" | "height"> & {
  data: ChartData;
  height: number;
};

function Drawn({
  title,
  data,
  kind,
  unit,
  mode,
  range,
  stepMs,
  markers = noMarkers,
  levels = noLevels,
  spans = noSpans,
  listedElsewhere,
  group,
  height,
  compact = false,
  legendSort,
  onSelect,
}: DrawnProps) {
  const scheme = useComputedColorScheme("dark");
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [highlighted, setHighlighted] = useState<string>();
  const [pointedMarker, setPointedMarker] = useState<string>();
  const activeMarker = listedElsewhere ? listedElsewhere.active : pointedMarker;
  const { times, series } = data;
  const LegendPart = compact ? ShortLegend : Legend;
  const toggle = useCallback(
    (id: string, alone: boolean) =>
      setHidden((now) => (alone ? isolated(series, now, id) : new Set(toggled([...now], id)))),
    [series],
  );
  return (
    <figure className={classes.chart} aria-label={title}>
      <Plot
        label={`${title}: chart of ${series.length} series. The values are in the table below.`}
        {...{ kind, unit, mode, scheme, times, stepMs, range, series, hidden, highlighted, markers, activeMarker }}
        {...{ group, height, onSelect, levels, spans }}
      />
      {listedElsewhere ? null : (
        <MarkerList {...{ markers, range, mode, stepMs }} onActive={setPointedMarker} few={compact ? 2 : 6} />
      )}
      <div className={compact ? classes.foot : classes.under}>
        <LegendPart
          {...{ title, kind, unit, scheme, series, hidden, firstSort: legendSort }}
          onToggle={toggle}
          onHighlight={setHighlighted}
        />
        <ChartTable {...{ title, unit, mode, times, stepMs, hidden, series }} />
      </div>
    </figure>
  );
}
