import { useComputedColorScheme } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { lazyPart } from "../lazy-part.tsx";

import type { EChartCanvasProps, EChartProps } from "./echart-props.ts";

const Canvas = lazyPart<"EChartCanvas", EChartCanvasProps>(() => import("./echart-canvas.tsx"), "EChartCanvas", {
  waiting: ({ height }) => <div style={{ height }} />,
});

/** Charts that are not over time. Series over time use Chart, which is much faster. */
export function EChart(props: EChartProps) {
  const scheme = useComputedColorScheme("dark");
  const animated = !useReducedMotion();
  return <Canvas {...props} scheme={scheme} animated={animated} />;
}
