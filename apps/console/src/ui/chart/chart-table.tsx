import { Button } from "@mantine/core";
import { useState } from "react";
import type { TimeMode } from "../../time/format.ts";
import table from "../table.module.css";
import classes from "./chart.module.css";
import type { ChartSeries } from "./series.ts";
import { pointLabel } from "./time-labels.ts";
import { type Unit, unitText } from "./units.ts";

interface ChartTableProps {
  title: string;
  unit: Unit;
  mode: TimeMode;
  times: readonly number[];
  stepMs: number;
  series: readonly ChartSeries[];
  hidden: ReadonlySet<string>;
}

const maxSeries = 12;
const maxRows = 500;

/** The values of a chart as a table, on demand. The legend chooses the series. */
export function ChartTable({ title, unit, mode, times, stepMs, series, hidden }: ChartTableProps) {
  const [opened, setOpened] = useState(false);
  return (
    <div>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-expanded={opened}
        aria-label={`${opened ? "Hide" : "Show"} values of ${title}`}
        onClick={() => setOpened(!opened)}
      >
        {opened ? "Hide values" : "Show values"}
      </Button>
      {opened ? (
        <Values {...{ title, unit, mode, times, stepMs }} series={series.filter(({ id }) => !hidden.has(id))} />
      ) : null}
    </div>
  );
}

function Values({ title, unit, mode, times, stepMs, series }: Omit<ChartTableProps, "hidden">) {
  const columns = series.slice(0, maxSeries);
  const first = Math.max(0, times.length - maxRows);
  const cut = [
    ...(columns.length < series.length ? [`the first ${maxSeries} of ${series.length} series`] : []),
    ...(first > 0 ? [`the last ${maxRows} of ${times.length} points`] : []),
  ];
  return (
    <>
      {cut.length > 0 ? <p className={classes.cut}>Showing {cut.join(" and ")}.</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it with the keyboard */}
      <section className={classes.values} aria-label={`Values of ${title}`} tabIndex={0}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {columns.map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.slice(first).map((time, row) => (
              <tr key={time}>
                <th scope="row">{pointLabel(time, stepMs, mode)}</th>
                {columns.map(({ id, values }) => {
                  const value = values[first + row] ?? null;
                  return <td key={id}>{value === null ? "–" : unitText(value, unit)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
