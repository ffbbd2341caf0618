import { UnstyledButton } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import type { TimeMode } from "../time/format.ts";
import { ChartTable } from "../ui/chart/chart-table.tsx";
import { type SeriesStats, statNames, statsOf } from "../ui/chart/series.ts";
import { unitText } from "../ui/chart/units.ts";
import table from "../ui/table.module.css";
import classes from "./metrics.module.css";
import { readSort, type SeriesColumn, sortedRows, sortText } from "./series-rows.ts";
import type { ChartResult } from "./use-chart.ts";

interface SeriesTableProps {
  chart: ChartResult;
  step: number;
  mode: TimeMode;
  empty: ReactNode;
  sort: string | undefined;
  onSort: (sort: string) => void;
}

const columns: Record<SeriesColumn, string> = { series: "Series", last: "Last", min: "Min", max: "Max", avg: "Avg" };
const columnNames: readonly SeriesColumn[] = ["series", ...statNames];
const noneHidden: ReadonlySet<string> = new Set();

/** Every series with its statistics, sorted by a click on a heading; its values over time on demand. */
export function SeriesTable({ chart, step, mode, empty, sort: written, onSort }: SeriesTableProps) {
  const { data, unit } = chart;
  const sort = readSort(written);
  const rows = useMemo(
    () => (data?.series ?? []).map((series) => ({ series: series.label, id: series.id, ...statsOf(series.values) })),
    [data],
  );
  if (!data || rows.length === 0) return empty;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it with the keyboard */}
      <section className={classes.table} aria-label="Series" tabIndex={0}>
        <table className={table.table}>
          <thead>
            <tr>
              {columnNames.map((column) => (
                <th
                  key={column}
                  scope="col"
                  data-column={column}
                  aria-sort={sort.by !== column ? "none" : sort.down ? "descending" : "ascending"}
                >
                  <UnstyledButton
                    className={classes.sort ?? ""}
                    onClick={() =>
                      onSort(sortText({ by: column, down: sort.by === column ? !sort.down : column !== "series" }))
                    }
                  >
                    {columns[column]}
                    <span aria-hidden="true">{sort.by === column ? (sort.down ? " ↓" : " ↑") : ""}</span>
                  </UnstyledButton>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sortedRows(rows, sort).map((row) => (
              <tr key={row.id}>
                <td className={table.main}>{row.series}</td>
                {statNames.map((name) => (
                  <td key={name} data-column={name}>
                    <Stat value={row[name]} unit={unit} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ChartTable
        title="Metrics"
        {...{ unit, mode, stepMs: step, hidden: noneHidden, times: data.times, series: data.series }}
      />
    </>
  );
}

function Stat({ value, unit }: { value: SeriesStats["last"]; unit: ChartResult["unit"] }) {
  return value === null ? "–" : unitText(value, unit);
}
