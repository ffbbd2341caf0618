import "uplot/dist/uPlot.min.css";
import { type KeyboardEvent, useEffect, useRef } from "react";
import uPlot from "uplot";
import classes from "./chart.module.css";
import { makeHighlight, type PlotHighlight } from "./plot-highlight.ts";
import { drawLevels, drawSpans } from "./plot-levels.ts";
import { drawMarkers } from "./plot-markers.ts";
import { indexAt, lookOf, plotData, plotIndex, plotOptions, sameSeries } from "./plot-options.ts";
import type { PlotProps } from "./plot-props.ts";
import { makeTooltip, type PlotTooltip } from "./plot-tooltip.ts";
import type { ChartSeries } from "./series.ts";

/** A narrower selection counts as a click. */
const minSelection = 5;

/** The canvas of a chart. uPlot draws it, and React passes changes to it. */
export function Plot(props: PlotProps) {
  const { label, kind, unit, mode, scheme, series, hidden, highlighted, markers, activeMarker, group, height } = props;
  const { times, range, onSelect, levels, spans } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const highlight = useRef<PlotHighlight>(undefined);
  const latest = useRef(props);
  const drawn = useRef<readonly ChartSeries[]>(series);
  // New values of the same series update the chart. Other series create a new chart.
  if (!sameSeries(drawn.current, series)) drawn.current = series;
  const lines = drawn.current;
  const selects = onSelect !== undefined;
  const hasMarkers = markers.length > 0;

  useEffect(() => {
    latest.current = props;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only these make a new chart; the others are updates below
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const now = () => latest.current;
    let tooltip: PlotTooltip | undefined;
    let over: PlotHighlight | undefined;
    const hooks: uPlot.Hooks.Arrays = {
      ready: [
        (made) => {
          over = makeHighlight(made, now);
          tooltip = makeTooltip(made, now, over);
          highlight.current = over;
        },
      ],
      setCursor: [(made) => tooltip?.follow(made)],
      setSelect: [(made) => select(made, now().onSelect)],
      drawClear: [(made) => drawSpans(made, now())],
      draw: [
        (made) => {
          drawLevels(made, now());
          drawMarkers(made, now());
          over?.redraw();
        },
      ],
    };
    const made = new uPlot(plotOptions(now, lookOf(element), hooks, element.clientWidth), plotData(now()), element);
    plot.current = made;
    const sizes = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (width > 0 && width !== made.width) made.setSize({ width, height: now().height });
    });
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      made.destroy();
      plot.current = undefined;
    };
  }, [kind, unit, mode, scheme, group, height, lines, selects, hasMarkers]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change is drawn again
  useEffect(() => {
    const made = plot.current;
    if (!made) return;
    // uPlot draws once for all calls of one task.
    for (const [index, { id }] of series.entries()) {
      const at = plotIndex(kind, series.length, index);
      const show = !hidden.has(id);
      if (made.series[at]?.show !== show) made.setSeries(at, { show });
    }
    made.setData(plotData(latest.current));
  }, [times, series, hidden, range.from, range.to, levels, spans]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: markers are read when the chart is drawn
  useEffect(() => plot.current?.redraw(false), [markers, activeMarker]);

  useEffect(() => {
    if (kind !== "lines") return plot.current?.redraw(false);
    const index = series.findIndex(({ id }) => id === highlighted);
    highlight.current?.show(index === -1 ? undefined : index, true);
  }, [highlighted, series, kind]);

  return (
    <div
      ref={box}
      className={classes.plot}
      style={{ height }}
      role="img"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the cursor from point to point
      tabIndex={0}
      onKeyDown={(event) => moveCursor(event, plot.current, props)}
    />
  );
}

function select(plot: uPlot, onSelect: PlotProps["onSelect"]): void {
  const { left, width } = plot.select;
  if (width === 0) return;
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (!onSelect || width < minSelection) return;
  onSelect({ from: Math.round(plot.posToVal(left, "x")), to: Math.round(plot.posToVal(left + width, "x")) });
}

/** Left and right go from point to point, Home and End to the first and last one. */
function moveCursor(event: KeyboardEvent, plot: uPlot | undefined, props: PlotProps): void {
  const { kind, times, stepMs, group } = props;
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -times.length, End: times.length };
  const step = steps[event.key];
  if (!plot || step === undefined || times.length === 0) return;
  event.preventDefault();
  const from = indexAt(plot, props) ?? (step > 0 ? -1 : times.length);
  const next = times[Math.min(Math.max(from + step, 0), times.length - 1)] ?? 0;
  const at = kind === "bars" ? next + stepMs / 2 : next;
  // uPlot shares only what the mouse does, so the others of the group are moved here.
  for (const each of group ? uPlot.sync(group).plots : [plot])
    each.setCursor({ left: each.valToPos(at, "x"), top: each.over.clientHeight / 2 });
}
