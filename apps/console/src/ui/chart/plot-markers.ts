import type uPlot from "uplot";
import { lookOf } from "./plot-options.ts";
import type { PlotProps } from "./plot-props.ts";

const maxLabel = 24;

/** Draws each event as a vertical line with its label at the top. Labels that would overlap are left out. */
export function drawMarkers(plot: uPlot, { markers, activeMarker, range }: PlotProps): void {
  if (markers.length === 0) return;
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const style = getComputedStyle(plot.root);
  let free = bbox.left;
  ctx.save();
  ctx.font = lookOf(plot.root).font.replace(/^[\d.]+px/, `${11 * ratio}px`);
  ctx.textBaseline = "bottom";
  ctx.textAlign = "left";
  for (const { id, at, label, kind } of markers) {
    if (at < range.from || at >= range.to) continue;
    const x = Math.round(plot.valToPos(at, "x", true));
    const active = id === activeMarker;
    const color = style.getPropertyValue(kind === "incident" ? "--op-red" : "--op-violet");
    ctx.strokeStyle = color;
    ctx.fillStyle = color;
    ctx.lineWidth = (active ? 3 : 1) * ratio;
    ctx.setLineDash(active ? [] : [4 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top - 14 * ratio);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const text = label.length > maxLabel ? `${label.slice(0, maxLabel - 1)}…` : label;
    const width = ctx.measureText(text).width;
    const fits = x + 4 * ratio + width <= bbox.left + bbox.width;
    const from = fits ? x + 4 * ratio : x - 4 * ratio - width;
    if (from < free) continue;
    ctx.fillText(text, from, bbox.top - 3 * ratio);
    free = from + width + 6 * ratio;
  }
  ctx.restore();
}
