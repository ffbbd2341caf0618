import { Select, Stack } from "@mantine/core";
import { type ChartTone, levelTones, severityTones, type WidgetData } from "@opsplane/contract";
import { IconChartLine } from "@tabler/icons-react";
import { useMemo } from "react";
import { useClock } from "../../time/time.tsx";
import { Chart, type ChartData } from "../../ui/chart/chart.tsx";
import type { ChartLevel } from "../../ui/chart/plot-props.ts";
import { unitText } from "../../ui/chart/units.ts";
import { useBoardLook } from "../board/look.tsx";
import { UnitSelect, withField } from "./fields.tsx";
import { defineKind, type KindFormProps, type KindViewProps } from "./kind.tsx";
import classes from "./kinds.module.css";
import { QueriesFields } from "./queries-fields.tsx";
import { ThresholdFields } from "./thresholds.tsx";
import { WidgetNote } from "./widget-note.tsx";

const draws = ["lines", "areas", "bars"] as const;
const limitTones = { good: "good", notice: "warning", bad: "bad" } as const;
/** Names that fit into one line of a usual widget, in characters with their swatches. */
const legendLine = 60;

/** The legend under the plot: one line, or two of them. Longer ones scroll. */
function legendHeight(series: ChartData["series"]): number {
  return series.reduce((length, { label }) => length + label.length + 6, 0) > legendLine ? 52 : 30;
}

function View({ title, options, data, height }: KindViewProps<"time_series">) {
  const { unit = "count", draw = "lines", thresholds = [] } = options;
  const { mode } = useClock();
  const { interval, markers, activeMarker, onSelect } = useBoardLook();
  const chart = useMemo(() => chartOf(data), [data]);
  const levels = thresholds
    .filter(({ tone }) => tone !== "good")
    .map(({ value, tone }): ChartLevel => ({ value, label: unitText(value, unit), tone: limitTones[tone] }));
  return (
    <div className={classes.chart}>
      <Chart
        title={title || "Time series"}
        data={chart}
        empty={<WidgetNote>No data in this range</WidgetNote>}
        kind={draw}
        unit={unit}
        mode={mode}
        range={interval}
        stepMs={data.step_seconds * 1000}
        markers={markers}
        listedElsewhere={{ active: activeMarker }}
        levels={levels}
        group="dashboard"
        height={Math.max(50, height - legendHeight(chart.series))}
        compact
        {...(onSelect ? { onSelect } : {})}
      />
    </div>
  );
}

/** All series on one time axis. */
function chartOf({ series }: WidgetData<"time_series">): ChartData {
  const times = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at)))].sort(
    (one, other) => one - other,
  );
  const places = new Map(times.map((at, index) => [at, index]));
  return {
    times,
    series: series.map(({ query, name, labels, points }) => {
      const values = new Array<number | null>(times.length).fill(null);
      for (const [at, value] of points) values[places.get(at) ?? 0] = value;
      const tone = toneOf(labels);
      return { id: `${query} ${JSON.stringify(labels)}`, label: name, values, ...(tone ? { tone } : {}) };
    }),
  };
}

const tones = new Map<string, ChartTone>(Object.entries({ ...levelTones, ...severityTones }));

/** Levels of logs and severities have the colors that they have elsewhere. */
function toneOf({ level = "", severity = "" }: Readonly<Record<string, string>>): ChartTone | undefined {
  return tones.get(level || severity);
}

function Form({ options, interval, onChange }: KindFormProps<"time_series">) {
  return (
    <Stack gap="sm">
      <QueriesFields
        queries={options.queries}
        max={10}
        interval={interval}
        isOverTime
        onChange={(queries) => onChange({ ...options, queries })}
      />
      <Select
        label="Draw as"
        allowDeselect={false}
        data={[
          { value: "lines", label: "Lines" },
          { value: "areas", label: "Stacked areas" },
          { value: "bars", label: "Stacked bars" },
        ]}
        value={options.draw ?? "lines"}
        onChange={(chosen) =>
          onChange(
            withField(
              options,
              "draw",
              draws.find((draw) => draw === chosen),
            ),
          )
        }
      />
      <UnitSelect value={options.unit} onChange={(unit) => onChange({ ...options, unit })} />
      <ThresholdFields
        thresholds={options.thresholds}
        onChange={(thresholds) => onChange(withField(options, "thresholds", thresholds))}
      />
    </Stack>
  );
}

export const timeSeries = defineKind("time_series", {
  icon: IconChartLine,
  about: "Lines, areas or bars over time",
  initial: { queries: [{ source: "metric" }] },
  View,
  Form,
});
