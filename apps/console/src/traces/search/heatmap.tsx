import { useComputedColorScheme, VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import type { SpanHeatmap } from "@opsplane/contract";
import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useClock } from "../../time/time.tsx";
import { MarkerList } from "../../ui/chart/marker-list.tsx";
import type { ChartMarker } from "../../ui/chart/plot-props.ts";
import { pointLabel } from "../../ui/chart/time-labels.ts";
import { durationText } from "./chips.ts";
import type { Selection } from "./filters.ts";
import classes from "./heatmap.module.css";
import { type Cell, type CellRange, cellsFor, countsOf, rangeBetween, selectionFor } from "./heatmap-cells.ts";
import { cellAt, cellSize, drawHeatmap, edges } from "./heatmap-draw.ts";
import { type HeatmapCursor, keyResult } from "./heatmap-keys.ts";

interface HeatmapProps {
  map: SpanHeatmap;
  selection: Selection | undefined;
  markers: readonly ChartMarker[];
  onSelect: (selection: Selection | undefined) => void;
}

const height = 210;

/** Spans by time and duration. Dragging, or the arrow keys, select a rectangle. */
export function Heatmap({ map, selection, markers, onSelect }: HeatmapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const scheme = useComputedColorScheme("dark");
  const { mode } = useClock();
  const hintId = useId();
  const [drag, setDrag] = useState<{ from: Cell; to: Cell }>();
  const [hovered, setHovered] = useState<Cell>();
  const [cursor, setCursor] = useState<HeatmapCursor>();
  const [activeMarker, setActiveMarker] = useState<string>();
  const counts = useMemo(() => countsOf(map), [map]);
  const drawn = drag ?? (cursor && { from: cursor.anchor, to: cursor.at });
  const chosen = drawn ? rangeBetween(drawn.from, drawn.to) : selection && cellsFor(map, selection);
  const size = { map, width, height };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors come from the style sheet of the scheme
  useLayoutEffect(() => {
    if (canvas.current && width > 0)
      drawHeatmap(canvas.current, { ...size, mode, chosen, cursor: cursor?.at, markers, activeMarker });
  }, [map, width, mode, scheme, chosen, cursor, markers, activeMarker]);

  const pointed = (event: PointerEvent<HTMLDivElement>): Cell => {
    const box = event.currentTarget.getBoundingClientRect();
    return cellAt(size, event.clientX - box.left, event.clientY - box.top);
  };
  const select = (range: CellRange | undefined) => {
    const wanted = range && selectionFor(map, range);
    onSelect(wanted && Object.keys(wanted).length > 0 ? wanted : undefined);
    setCursor(undefined);
  };
  const press = (event: KeyboardEvent) => {
    const result = keyResult(event, map, cursor, chosen);
    if (!result) return;
    event.preventDefault();
    if ("select" in result) select(result.select);
    else setCursor(result.cursor);
  };
  const shown = cursor?.at ?? hovered;
  return (
    <figure className={classes.figure} aria-label="Spans by time and duration">
      <div
        ref={ref}
        className={classes.plot}
        style={{ height }}
        role="application"
        aria-label={`Heatmap of ${map.total} spans by time and duration`}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move in the plot
        tabIndex={0}
        onKeyDown={press}
        onBlur={() => setCursor(undefined)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const cell = pointed(event);
          setCursor(undefined);
          setDrag({ from: cell, to: cell });
        }}
        onPointerMove={(event) => {
          const cell = pointed(event);
          setHovered(cell);
          if (drag) setDrag({ from: drag.from, to: cell });
        }}
        onPointerUp={() => {
          if (drag) select(rangeBetween(drag.from, drag.to));
          setDrag(undefined);
        }}
        onPointerCancel={() => setDrag(undefined)}
        onPointerLeave={() => setHovered(undefined)}
      >
        <canvas ref={canvas} style={{ height }} />
        {shown ? (
          <div className={classes.tooltip} style={tooltipPlace(size, shown)}>
            <CellText map={map} cell={shown} counts={counts} />
          </div>
        ) : null}
      </div>
      <VisuallyHidden id={hintId}>
        Arrow keys move. Shift and arrow keys extend the selection. Enter selects, Escape clears.
      </VisuallyHidden>
      <VisuallyHidden aria-live="polite">
        {cursor ? <CellText map={map} cell={cursor.at} counts={counts} /> : null}
      </VisuallyHidden>
      <MarkerList
        markers={markers}
        range={{ from: Date.parse(map.from), to: Date.parse(map.to) }}
        mode={mode}
        stepMs={map.step_seconds * 1000}
        onActive={setActiveMarker}
        few={4}
      />
    </figure>
  );
}

interface CellTextProps {
  map: SpanHeatmap;
  cell: Cell;
  counts: ReturnType<typeof countsOf>;
}

function CellText({ map, cell, counts }: CellTextProps) {
  const { mode } = useClock();
  const { count, errors } = counts.get(cell.time * map.durations.length + cell.duration) ?? { count: 0, errors: 0 };
  const bucket = map.durations[cell.duration];
  return (
    <>
      <div className="dim">{pointLabel(Date.parse(map.times[cell.time] ?? ""), map.step_seconds * 1000, mode)}</div>
      <div>
        {bucket ? `${durationText(bucket.from_ms)} to ${durationText(bucket.to_ms)}` : null}
        {": "}
        <b>{count === 1 ? "1 span" : `${count} spans`}</b>
        {errors > 0 ? <span className={classes.failed}>, {errors} failed</span> : null}
      </div>
    </>
  );
}

/** Beside the cell, on the side with more room. */
function tooltipPlace(view: { map: SpanHeatmap; width: number; height: number }, { time, duration }: Cell) {
  const { across, up } = cellSize(view);
  const x = edges.left + time * across;
  const top = Math.max(0, Math.min(height - edges.bottom - (duration + 1) * up, height - 56));
  return x > view.width / 2 ? { right: view.width - x + 10, top } : { left: x + across + 10, top };
}
