import type { PieSeriesOption } from "echarts/charts";
import type { TooltipComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";
import type { Scheme } from "./colors.ts";

/** Each kind of chart is a file of its own, so that a page loads only the kinds it draws. */
export type EChartKind = "pie";

export interface EChartProps {
  kind: EChartKind;
  /** What the chart shows, for people who cannot see it. ECharts adds the values to it. */
  title: string;
  option: ComposeOption<PieSeriesOption | TooltipComponentOption>;
  height: number;
}

export interface EChartCanvasProps extends EChartProps {
  scheme: Scheme;
  animated: boolean;
}
