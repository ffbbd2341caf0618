import type uPlot from "uplot";
import { seriesColor } from "./colors.ts";
import { lookOf } from "./plot-options.ts";
import type { PlotProps } from "./plot-props.ts";

/** Shades stretches of time, under the series. */
export function drawSpans(plot: uPlot, { spans, range, scheme }: PlotProps): void {
  if (spans.length === 0) return;
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = seriesColor({ tone: "bad" }, 0, scheme);
  for (const { from, to } of spans) {
    if (to < range.from || from > range.to) continue;
    const left = plot.valToPos(Math.max(from, range.from), "x", true);
    const right = plot.valToPos(Math.min(to, range.to), "x", true);
    // A short stretch of a long time is still visible.
    const width = Math.max(right - left, 2 * devicePixelRatio);
    ctx.globalAlpha = 0.16;
    ctx.fillRect(left, bbox.top, width, bbox.height);
    ctx.globalAlpha = 0.9;
    ctx.fillRect(left, bbox.top + bbox.height - 3 * devicePixelRatio, width, 3 * devicePixelRatio);
  }
  ctx.restore();
}

/** Draws each level as a horizontal line with its label at the right end. */
export function drawLevels(plot: uPlot, { levels, scheme }: PlotProps): void {
  if (levels.length === 0) return;
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = lookOf(plot.root).font.replace(/^[\d.]+px/, `${11 * ratio}px`);
  ctx.textBaseline = "bottom";
  ctx.textAlign = "right";
  ctx.setLineDash([6 * ratio, 4 * ratio]);
  ctx.lineWidth = 1.25 * ratio;
  for (const { value, label, tone } of levels) {
    const y = Math.round(plot.valToPos(value, "y", true));
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    ctx.strokeStyle = seriesColor({ tone }, 0, scheme);
    ctx.fillStyle = ctx.strokeStyle;
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillText(label, bbox.left + bbox.width - 4 * ratio, y - 2 * ratio);
  }
  ctx.restore();
}
