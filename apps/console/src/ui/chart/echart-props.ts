import type { PieSeriesOption, SankeySeriesOption } from "echarts/charts";
import type { TooltipComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";
import type { Scheme } from "./colors.ts";

/** Each kind of chart is a separate file, so that a page loads only the kinds that it draws. */
export type EChartKind = "pie" | "sankey";

export interface EChartProps {
  kind: EChartKind;
  /** The accessible name of the chart. ECharts adds the values. */
  title: string;
  option: ComposeOption<PieSeriesOption | SankeySeriesOption | TooltipComponentOption>;
  height: number;
}

export interface EChartCanvasProps extends EChartProps {
  scheme: Scheme;
  animated: boolean;
}
