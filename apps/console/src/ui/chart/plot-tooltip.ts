import type uPlot from "uplot";
import classes from "./chart.module.css";
import { seriesColor } from "./colors.ts";
import type { PlotHighlight } from "./plot-highlight.ts";
import { indexAt, plotIndex } from "./plot-options.ts";
import type { PlotProps } from "./plot-props.ts";
import { pointLabel } from "./time-labels.ts";
import { unitText } from "./units.ts";

const maxRows = 8;

export interface PlotTooltip {
  /** Shows the values at the cursor, or nothing when the cursor left. */
  follow(plot: uPlot): void;
}

/**
 * Follows the cursor over one chart. It is plain DOM with a fixed set of rows, because React would render at every
 * move of the mouse.
 */
export function makeTooltip(plot: uPlot, latest: () => PlotProps, highlight: PlotHighlight): PlotTooltip {
  const box = plot.over.appendChild(document.createElement("div"));
  box.className = classes.tooltip ?? "";
  box.hidden = true;
  // Hidden from screen readers, because the table below the chart has the values.
  box.setAttribute("aria-hidden", "true");
  const title = box.appendChild(document.createElement("b"));
  const rows = Array.from({ length: maxRows }, () => tooltipRow(box));
  const rest = box.appendChild(document.createElement("div"));
  rest.className = classes.tooltipRest ?? "";
  return {
    follow: () => {
      const { left = -1, top = -1 } = plot.cursor;
      const props = latest();
      const isHere = plot.over.matches(":hover") || plot.root.parentElement?.matches(":focus-visible") === true;
      const at = isHere ? indexAt(plot, props) : undefined;
      const time = at === undefined ? undefined : props.times[at];
      box.hidden = time === undefined;
      if (time === undefined || at === undefined) return highlight.show(undefined, false);
      title.textContent = pointLabel(time, props.stepMs, props.mode);
      const { points, nearest } = pointsAt(plot, props, at, top);
      if (props.kind === "lines") highlight.show(nearest, false);
      const shown = points.slice(0, maxRows);
      for (const [index, row] of rows.entries()) row.show(shown[index]);
      rest.textContent = points.length > maxRows ? `and ${points.length - maxRows} more` : "";
      place(box, plot, left);
    },
  };
}

interface Point {
  label: string;
  text: string;
  color: string;
  near: boolean;
}

/** The values at the cursor, the greatest first; the nearest one is always among the first. */
function pointsAt(plot: uPlot, { kind, series, hidden, unit, scheme }: PlotProps, at: number, top: number) {
  const found: { index: number; value: number; distance: number }[] = [];
  for (const [index, { id, values }] of series.entries()) {
    const value = values[at];
    if (value === null || value === undefined || hidden.has(id)) continue;
    const drawn = plot.data[plotIndex(kind, series.length, index)]?.[at] ?? 0;
    const distance = top - plot.valToPos(drawn, "y");
    // In a stack the segment under the cursor is the lowest one whose top is above the cursor.
    found.push({ index, value, distance: kind === "lines" || distance >= 0 ? Math.abs(distance) : Infinity });
  }
  const nearest = found.reduce<(typeof found)[number] | undefined>(
    (best, each) => (best === undefined || each.distance < best.distance ? each : best),
    undefined,
  );
  found.sort((one, other) => other.value - one.value);
  const first = found.slice(0, maxRows - 1);
  const ordered =
    nearest && !first.includes(nearest)
      ? [...first, nearest, ...found.filter((e) => e !== nearest).slice(maxRows - 1)]
      : found;
  const points: Point[] = ordered.map((each) => ({
    label: series[each.index]?.label ?? "",
    text: unitText(each.value, unit),
    color: seriesColor(series[each.index], each.index, scheme),
    near: each === nearest,
  }));
  return { points, nearest: nearest?.index };
}

function tooltipRow(box: HTMLElement) {
  const row = box.appendChild(document.createElement("div"));
  row.className = classes.tooltipRow ?? "";
  const [swatch, label, value] = [0, 1, 2].map(() => row.appendChild(document.createElement("span")));
  return {
    show: (point: Point | undefined) => {
      row.hidden = point === undefined;
      if (!point || !swatch || !label || !value) return;
      row.dataset.near = String(point.near);
      swatch.style.background = point.color;
      label.textContent = point.label;
      value.textContent = point.text;
    },
  };
}

/** Beside the cursor, on the side that has room. */
function place(box: HTMLElement, plot: uPlot, left: number): void {
  const width = plot.over.clientWidth;
  const onRight = left < width / 2;
  box.style.left = onRight ? `${left + 14}px` : "auto";
  box.style.right = onRight ? "auto" : `${width - left + 14}px`;
}
