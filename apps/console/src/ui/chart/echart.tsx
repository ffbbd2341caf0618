import { useComputedColorScheme } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import type { PieSeriesOption } from "echarts/charts";
import type { TooltipComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";
import { lazyPart } from "../lazy-part.tsx";
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

const Canvas = lazyPart<"EChartCanvas", EChartCanvasProps>(() => import("./echart-canvas.tsx"), "EChartCanvas", {
  waiting: ({ height }) => <div style={{ height }} />,
});

/** Charts that are not over time. Series over time use Chart, which is much faster. */
export function EChart(props: EChartProps) {
  const scheme = useComputedColorScheme("dark");
  const animated = !useReducedMotion();
  return <Canvas {...props} scheme={scheme} animated={animated} />;
}
