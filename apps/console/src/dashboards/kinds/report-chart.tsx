import { Select, Stack } from "@mantine/core";
import { dataSources, type FigureUnit, type ReportChart, type ReportFigure } from "@opsplane/contract";
import { valueText } from "@opsplane/reports/values";
import { IconReport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { useClock } from "../../time/time.tsx";
import { Chart } from "../../ui/chart/chart.tsx";
import type { Unit } from "../../ui/chart/units.ts";
import { withField } from "./fields.tsx";
import { defineKind, type KindFormProps, type KindViewProps } from "./kind.tsx";
import classes from "./kinds.module.css";
import { Scroll } from "./scroll.tsx";
import { WidgetNote } from "./widget-note.tsx";

const units: Readonly<Record<FigureUnit, Unit>> = {
  ...{ count: "count", number: "count", money: "count", percent: "percent", precise_percent: "percent" },
  ...{ seconds: "seconds", minutes: "seconds" },
};

function View({ title, data: { figures, chart }, height }: KindViewProps<"report_chart">) {
  if (chart === null) return <Figures title={title} figures={figures} />;
  if (chart.labels.length === 0) return <WidgetNote>No data in this range</WidgetNote>;
  return chart.starts ? (
    <OverTime title={title || chart.title} chart={chart} starts={chart.starts} height={height} />
  ) : (
    <Shares title={title || chart.title} chart={chart} />
  );
}

function Figures({ title, figures }: { title: string; figures: readonly ReportFigure[] }) {
  if (figures.length === 0) return <WidgetNote>No figures</WidgetNote>;
  return (
    <Scroll label={title || "Figures"}>
      <ul className={classes.rows}>
        {figures.map((figure) => (
          <li key={figure.name}>
            <div className={classes.main}>{figure.name}</div>
            <span className={classes.name}>{valueText(figure.value, figure.unit, figure.currency ?? undefined)}</span>
            <span className="dim">
              was {valueText(figure.previous_value, figure.unit, figure.currency ?? undefined)}
            </span>
          </li>
        ))}
      </ul>
    </Scroll>
  );
}

/** The legend under the plot. */
const legendHeight = 30;

interface OverTimeProps {
  title: string;
  chart: ReportChart;
  starts: readonly string[];
  height: number;
}

function OverTime({ title, chart: { kind, unit, series }, starts, height }: OverTimeProps) {
  const { mode } = useClock();
  const times = starts.map((start) => Date.parse(start));
  const [first = 0, second = first + 86_400_000, last = second] = [times[0], times[1], times.at(-1)];
  const stepMs = second - first;
  const factor = unit === "minutes" ? 60 : 1;
  return (
    <Chart
      title={title}
      data={{
        times,
        series: series.map(({ name, tone, values }) => ({
          ...{ id: name, label: name, ...(tone === null ? {} : { tone }) },
          values: values.map((value) => (value === null ? null : value * factor)),
        })),
      }}
      empty={<WidgetNote>No data in this range</WidgetNote>}
      kind={kind === "bars" ? "bars" : "lines"}
      unit={units[unit]}
      mode={mode}
      range={{ from: first, to: last + stepMs }}
      stepMs={stepMs}
      height={Math.max(50, height - legendHeight)}
      compact
    />
  );
}

/** One bar for each label. Several series, such as those of a usual week, are a table. */
function Shares({ title, chart: { labels, series, unit, currency } }: { title: string; chart: ReportChart }) {
  const [only] = series;
  const highest = Math.max(0, ...(only?.values ?? []).map((value) => value ?? 0));
  return (
    <Scroll label={title}>
      <table className={classes.table}>
        {series.length > 1 ? (
          <thead>
            <tr>
              <td />
              {series.map(({ name }) => (
                <th key={name} scope="col" className={classes.number}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.length === 1 ? (
                <td className={classes.shareCell} aria-hidden="true">
                  <span
                    className={classes.share}
                    style={{ width: `${highest > 0 ? ((only?.values[index] ?? 0) / highest) * 100 : 0}%` }}
                  />
                </td>
              ) : null}
              {series.map(({ name, values }) => (
                <td key={name} className={classes.number}>
                  {valueText(values[index] ?? null, unit, currency ?? undefined)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const figuresChoice = "";

function Form({ options, interval, onChange }: KindFormProps<"report_chart">) {
  const api = useApi();
  const { data_source } = options;
  const found = useQuery({
    queryKey: ["reports", "figures", data_source, interval.from, interval.to],
    queryFn: ({ signal }) => {
      const range = { from: new Date(interval.from).toISOString(), to: new Date(interval.to).toISOString() };
      return api.reports.figures({ query: { data_source, ...range } }, { signal });
    },
  });
  return (
    <Stack gap="sm">
      <Select
        label="Data source"
        allowDeselect={false}
        data={[...dataSources]}
        value={data_source}
        onChange={(chosen) => onChange({ data_source: dataSources.find((each) => each === chosen) ?? data_source })}
      />
      <Select
        label="Chart"
        allowDeselect={false}
        error={found.error?.message}
        data={[
          { value: figuresChoice, label: "Figures" },
          ...(found.data?.charts ?? []).map(({ title }) => ({ value: title, label: title })),
        ]}
        value={options.chart ?? figuresChoice}
        onChange={(chosen) => onChange(withField(options, "chart", chosen || undefined))}
      />
    </Stack>
  );
}

export const reportChart = defineKind("report_chart", {
  icon: IconReport,
  about: "A chart or the figures of a report",
  initial: { data_source: "Incidents" },
  View,
  Form,
});
