import { useElementSize } from "@mantine/hooks";
import { type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import classes from "./trace.module.css";
import type { TraceModel } from "./use-trace-view.ts";
import type { Zoom } from "./zoom.ts";

interface MinimapProps {
  model: TraceModel;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
}

const height = 54;
/** A shorter drag is a click, which shows the whole trace. */
const minDrag = 4;

/** All spans of the trace, small. Dragging shows a part of it; a click shows all. */
export function Minimap({ model, zoom, onZoom }: MinimapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const { tree, colors } = model;
  useLayoutEffect(() => {
    if (canvas.current && width > 0) draw(canvas.current, width, { tree, colors });
  }, [width, tree, colors]);
  const x = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.min(Math.max(event.clientX - box.left, 0), box.width);
  };
  const finish = () => {
    if (!drag) return;
    const [left, right] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    const time = (at: number) => (at / width) * tree.duration;
    onZoom(right - left < minDrag ? { from: 0, to: tree.duration } : { from: time(left), to: time(right) });
    setDrag(undefined);
  };
  const share = (ms: number) => (tree.duration > 0 ? (ms / tree.duration) * width : 0);
  const shown = drag ?? { from: share(zoom.from), to: share(zoom.to) };
  const [left, right] = [Math.min(shown.from, shown.to), Math.max(shown.from, shown.to)];
  return (
    <div
      ref={ref}
      className={classes.minimap}
      style={{ height }}
      role="img"
      aria-label="Overview of the trace. The keys + and - zoom, [ and ] move."
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: x(event), to: x(event) });
      }}
      onPointerMove={(event) => drag && setDrag({ from: drag.from, to: x(event) })}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(undefined)}
    >
      <canvas ref={canvas} style={{ height }} />
      <i className={classes.outside} style={{ left: 0, width: left }} />
      <i className={classes.outside} style={{ left: right, right: 0 }} />
    </div>
  );
}

/** Rows are squeezed to the height: many spans share a line, and failed ones are drawn last. */
function draw(canvas: HTMLCanvasElement, width: number, { tree, colors }: Pick<TraceModel, "tree" | "colors">): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const ratio = devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const { nodes, duration } = tree;
  const scale = duration > 0 ? width / duration : 0;
  const rowHeight = Math.min(6, (height - 6) / nodes.length);
  const bar = (position: number, color: string) => {
    const node = nodes[position];
    if (!node) return;
    context.fillStyle = color;
    const y = 3 + position * rowHeight;
    context.fillRect(node.from * scale, y, Math.max(1, (node.to - node.from) * scale), Math.max(1, rowHeight - 0.5));
  };
  const failed: number[] = [];
  for (const [position, { span }] of nodes.entries()) {
    if (span.status === "error") failed.push(position);
    else bar(position, colors.get(span.service) ?? "");
  }
  const red = getComputedStyle(canvas).getPropertyValue("--op-red").trim();
  for (const position of failed) bar(position, red);
}
