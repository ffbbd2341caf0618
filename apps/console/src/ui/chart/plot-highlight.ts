import type uPlot from "uplot";
import classes from "./chart.module.css";
import { seriesColor } from "./colors.ts";
import type { PlotProps } from "./plot-props.ts";

export interface PlotHighlight {
  /** Highlights one line; `veiled` fades the others. Undefined ends the highlight. */
  show(index: number | undefined, veiled: boolean): void;
  /** Called after the chart was drawn with another size or other data. */
  redraw(): void;
}

/** Draws one line on a separate canvas over the others, because redrawing 200 lines would drop frames. */
export function makeHighlight(plot: uPlot, latest: () => PlotProps): PlotHighlight {
  const canvas = plot.over.appendChild(document.createElement("canvas"));
  canvas.className = classes.highlight ?? "";
  const context = canvas.getContext("2d");
  let shown: { index: number | undefined; veiled: boolean } = { index: undefined, veiled: false };

  function draw() {
    const { clientWidth: width, clientHeight: height } = plot.over;
    const ratio = devicePixelRatio;
    canvas.hidden = shown.index === undefined;
    if (!context || shown.index === undefined) return;
    // Setting the size clears the canvas too.
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    context.scale(ratio, ratio);
    if (shown.veiled) veil(context, plot.root, width, height);
    const { times, series, scheme } = latest();
    context.strokeStyle = seriesColor(series[shown.index], shown.index, scheme);
    context.lineWidth = 2.5;
    context.lineJoin = "round";
    trace(context, plot, times, series[shown.index]?.values ?? []);
  }

  return {
    show: (index, veiled) => {
      if (index === shown.index && veiled === shown.veiled) return;
      shown = { index, veiled };
      draw();
    },
    redraw: draw,
  };
}

function veil(context: CanvasRenderingContext2D, root: HTMLElement, width: number, height: number): void {
  context.fillStyle = getComputedStyle(root).getPropertyValue("--op-surface");
  context.globalAlpha = 0.75;
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 1;
}

/** The line of a series with its gaps. */
function trace(
  context: CanvasRenderingContext2D,
  plot: uPlot,
  times: readonly number[],
  values: readonly (number | null)[],
): void {
  let drawing = false;
  context.beginPath();
  for (const [at, time] of times.entries()) {
    const value = values[at] ?? null;
    if (value === null) drawing = false;
    else {
      const [x, y] = [plot.valToPos(time, "x"), plot.valToPos(value, "y")];
      if (drawing) context.lineTo(x, y);
      else context.moveTo(x, y);
      drawing = true;
    }
  }
  context.stroke();
}
