import { Stack } from "@mantine/core";
import type { WidgetOptions } from "@opsplane/contract";
import { IconNumber123 } from "@tabler/icons-react";
import { Sparkline } from "../../explore/sparkline.tsx";
import { unitText } from "../../ui/chart/units.ts";
import { ReductionSelect, UnitSelect, withField } from "./fields.tsx";
import { defineKind, type KindFormProps, type KindViewProps } from "./kind.tsx";
import classes from "./kinds.module.css";
import { QueryFields } from "./query-fields.tsx";
import { ThresholdFields, toneOf } from "./thresholds.tsx";
import { WidgetNote } from "./widget-note.tsx";

function View({ title, options, data }: KindViewProps<"stat">) {
  const { unit = "count", thresholds } = options;
  if (data.value === null) return <WidgetNote>No data in this range</WidgetNote>;
  return (
    <div className={classes.figure}>
      <div className={classes.value} data-tone={toneOf(data.value, thresholds)}>
        {unitText(data.value, unit)}
      </div>
      {data.points.length > 2 ? (
        <div className={classes.spark}>
          <Sparkline
            label={`${title || "Value"} over time`}
            values={data.points.map(([, value]) => value)}
            width={200}
            height={32}
          />
        </div>
      ) : null}
    </div>
  );
}

type FigureOptions = Pick<WidgetOptions<"stat">, "query" | "reduce" | "unit" | "thresholds">;

/** The fields of a single figure, for stats and gauges. */
export function FigureFields<T extends FigureOptions>({
  options,
  interval,
  onChange,
}: Pick<KindFormProps<"stat">, "interval"> & { options: T; onChange: (options: T) => void }) {
  return (
    <Stack gap="sm">
      <QueryFields
        query={options.query}
        interval={interval}
        isOverTime={false}
        onChange={(query) => onChange({ ...options, query })}
      />
      <ReductionSelect value={options.reduce} onChange={(reduce) => onChange({ ...options, reduce })} />
      <UnitSelect value={options.unit} onChange={(unit) => onChange({ ...options, unit })} />
      <ThresholdFields
        thresholds={options.thresholds}
        onChange={(thresholds) => onChange(withField(options, "thresholds", thresholds))}
      />
    </Stack>
  );
}

export const stat = defineKind("stat", {
  icon: IconNumber123,
  about: "One large figure with its course",
  initial: { query: { source: "metric", agg: "avg" } },
  View,
  Form: FigureFields,
});
