import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { durationText } from "../search/chips.ts";
import { rowId, SpanRow } from "./span-row.tsx";
import type { TraceModel, TraceRows } from "./use-trace-view.ts";
import classes from "./waterfall.module.css";
import { ticksOf, type Zoom } from "./zoom.ts";

interface WaterfallProps {
  model: TraceModel;
  view: TraceRows;
  zoom: Zoom;
  /** The row of the keyboard. */
  cursor: number;
  onCursor: (position: number) => void;
  onOpen: (position: number) => void;
}

const rowHeight = 26;
const noSegments: readonly never[] = [];

/** The spans as a tree beside their times. Only visible rows exist. */
export function Waterfall({ model, view, zoom, cursor, onCursor, onOpen }: WaterfallProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, matches, collapsed, setOpen } = view;
  const { nodes } = model.tree;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const row = rows.indexOf(cursor);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row scrolls
  useEffect(() => {
    if (row >= 0) virtual.scrollToIndex(row);
  }, [row]);
  return (
    <div className={classes.waterfall}>
      <TimeAxis zoom={zoom} />
      <div
        ref={scroller}
        className={classes.scroller}
        role="tree"
        aria-label="Spans"
        tabIndex={0}
        data-quiet-focus
        aria-activedescendant={row >= 0 ? rowId(cursor) : undefined}
      >
        <div role="presentation" style={{ position: "relative", height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const position = rows[index] ?? 0;
            const node = nodes[position];
            if (!node) return null;
            return (
              <SpanRow
                key={position}
                node={node}
                position={position}
                top={start}
                zoom={zoom}
                color={model.colors.get(node.span.service) ?? "currentColor"}
                segments={model.path.get(position) ?? noSegments}
                isCollapsed={collapsed.has(position)}
                isDimmed={matches !== undefined && !matches[position]}
                isCursor={position === cursor}
                onToggle={() => setOpen([position], collapsed.has(position))}
                onOpen={() => {
                  onCursor(position);
                  onOpen(position);
                }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

const maxTicks = 6;

/** The last tenth has no label, because it would not fit. */
function TimeAxis({ zoom }: { zoom: Zoom }) {
  const length = zoom.to - zoom.from;
  return (
    <div className={classes.axis} aria-hidden="true">
      <span className={classes.axisName}>Service and operation</span>
      <div className={classes.ticks}>
        {ticksOf({ from: zoom.from, to: zoom.to - length / 10 }, maxTicks).map((tick) => (
          <span key={tick} style={{ left: `${((tick - zoom.from) / length) * 100}%` }}>
            {tick === 0 ? "0" : durationText(tick)}
          </span>
        ))}
      </div>
    </div>
  );
}
