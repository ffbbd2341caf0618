import { ScrollArea, UnstyledButton } from "@mantine/core";
import { type MouseEvent, memo, useMemo, useState } from "react";
import classes from "./chart.module.css";
import { dashOf, type Scheme, seriesColor } from "./colors.ts";
import { type ChartKind, type ChartSeries, hasDashes, type SeriesStats, statNames, statsOf } from "./series.ts";
import { type Unit, unitText } from "./units.ts";

interface LegendProps {
  title: string;
  kind: ChartKind;
  unit: Unit;
  scheme: Scheme;
  series: readonly ChartSeries[];
  hidden: ReadonlySet<string>;
  /** `alone` shows this series and hides the others. */
  onToggle: (id: string, alone: boolean) => void;
  onHighlight: (id: string | undefined) => void;
  /** The order before someone sorts; without it that of the series. */
  firstSort?: LegendSort | undefined;
}

export interface LegendSort {
  by: Column;
  down: boolean;
}

type Column = "label" | keyof SeriesStats;
const columnWords: Record<Column, string> = { label: "Series", last: "Last", min: "Min", max: "Max", avg: "Avg" };

/** Every series with its statistics. A click isolates it, Ctrl and click shows or hides it. */
export const Legend = memo(function Legend(props: LegendProps) {
  const { title, kind, unit, scheme, series, hidden, onToggle, onHighlight } = props;
  const [sort, setSort] = useState(props.firstSort);
  const dashes = dashesOf(series);
  const rows = useMemo(() => series.map((each, index) => ({ ...each, index, stats: statsOf(each.values) })), [series]);
  const sorted = useMemo(() => (sort ? rows.toSorted((a, b) => compare(a, b, sort)) : rows), [rows, sort]);
  const sortBy = (by: Column) => setSort((now) => ({ by, down: now?.by === by ? !now.down : by !== "label" }));
  return (
    <ScrollArea.Autosize
      mah={170}
      type="auto"
      offsetScrollbars="present"
      viewportProps={{ tabIndex: series.length > 5 ? 0 : -1 }}
    >
      <table className={classes.legend} aria-label={`Legend of ${title}`}>
        <thead>
          <tr>
            {(["label", ...statNames] as const).map((column) => (
              <th key={column} scope="col" data-column={column} aria-sort={sortWord(sort, column)}>
                <UnstyledButton className={classes.sort ?? ""} onClick={() => sortBy(column)}>
                  {columnWords[column]}
                  <span aria-hidden="true">{sort?.by === column ? (sort.down ? " ↓" : " ↑") : ""}</span>
                </UnstyledButton>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onMouseLeave={() => onHighlight(undefined)}>
          {sorted.map(({ id, label, index, stats, ...look }) => (
            <tr key={id} data-hidden={hidden.has(id)} onMouseEnter={() => onHighlight(hidden.has(id) ? undefined : id)}>
              <th scope="row">
                <UnstyledButton
                  className={classes.name ?? ""}
                  aria-pressed={!hidden.has(id)}
                  title={`${label}\nClick to show it alone, Ctrl-click to show or hide it`}
                  onClick={(event: MouseEvent) => onToggle(id, !event.ctrlKey && !event.metaKey)}
                  onFocus={() => onHighlight(hidden.has(id) ? undefined : id)}
                  onBlur={() => onHighlight(undefined)}
                >
                  <Swatch
                    kind={kind}
                    dash={look.dashed ? "3 2" : dashes(index)}
                    color={seriesColor(look, index, scheme)}
                  />
                  <span className="truncate">{label}</span>
                </UnstyledButton>
              </th>
              {statNames.map((name) => (
                <td key={name} data-column={name}>
                  {stats[name] === null ? "–" : unitText(stats[name], unit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea.Autosize>
  );
});

/** The names of a few series in one line, for small charts. */
export function ShortLegend({ title, kind, scheme, series, hidden, onToggle, onHighlight }: LegendProps) {
  const dashes = dashesOf(series);
  return (
    <ul className={classes.short} aria-label={`Legend of ${title}`}>
      {series.map(({ id, label, ...look }, index) => (
        <li key={id} data-hidden={hidden.has(id)}>
          <UnstyledButton
            className={classes.name ?? ""}
            aria-pressed={!hidden.has(id)}
            title="Click to show it alone, Ctrl-click to show or hide it"
            onClick={(event: MouseEvent) => onToggle(id, !event.ctrlKey && !event.metaKey)}
            onMouseEnter={() => onHighlight(hidden.has(id) ? undefined : id)}
            onMouseLeave={() => onHighlight(undefined)}
            onFocus={() => onHighlight(hidden.has(id) ? undefined : id)}
            onBlur={() => onHighlight(undefined)}
          >
            <Swatch kind={kind} dash={look.dashed ? "3 2" : dashes(index)} color={seriesColor(look, index, scheme)} />
            {label}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function dashesOf(series: readonly ChartSeries[]): (index: number) => string {
  const byPosition = hasDashes(series);
  return (index) => (byPosition ? dashOf(index).join(" ") : "");
}

function Swatch({ kind, dash, color }: { kind: ChartKind; dash: string; color: string }) {
  return (
    <svg width="14" height="10" aria-hidden="true" className={classes.swatch}>
      {kind === "lines" ? (
        <line x1="0" x2="14" y1="5" y2="5" stroke={color} strokeWidth="2.5" strokeDasharray={dash} />
      ) : (
        <rect x="2" width="10" height="10" rx="2" fill={color} />
      )}
    </svg>
  );
}

interface Row {
  label: string;
  stats: SeriesStats;
}

function compare(one: Row, other: Row, { by, down }: LegendSort): number {
  if (by === "label") return (down ? -1 : 1) * one.label.localeCompare(other.label);
  const [a, b] = [one.stats[by], other.stats[by]];
  // A series without values is always last.
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return down ? b - a : a - b;
}

function sortWord(sort: LegendSort | undefined, column: Column) {
  if (sort?.by !== column) return "none";
  return sort.down ? "descending" : "ascending";
}
