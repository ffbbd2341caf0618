import { AriaComponent, TooltipComponent } from "echarts/components";
import { type EChartsCoreOption, type EChartsType, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";
import { paletteOf } from "./colors.ts";
import type { EChartCanvasProps, EChartKind } from "./echart-props.ts";

use([AriaComponent, TooltipComponent, SVGRenderer]);

const kinds: Record<EChartKind, () => Promise<unknown>> = {
  pie: () => import("./echart-pie.ts"),
  sankey: () => import("./echart-sankey.ts"),
};

export function EChartCanvas({ kind, title, option, height, scheme, animated }: EChartCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  const latest = useRef(option);
  useEffect(() => {
    latest.current = option;
    chart.current?.setOption(option);
  }, [option]);
  useEffect(() => {
    let left = false;
    const element = box.current;
    if (!element) return;
    void kinds[kind]().then(() => {
      if (left) return;
      chart.current = init(element, labelTheme(element));
      chart.current.setOption({ ...themeOf(element, scheme), animation: animated, aria: ariaOf(kind, title) });
      chart.current.setOption(latest.current);
    });
    const sizes = new ResizeObserver(() => chart.current?.resize());
    sizes.observe(element);
    return () => {
      left = true;
      sizes.disconnect();
      chart.current?.dispose();
      chart.current = undefined;
    };
  }, [kind, scheme, animated, title]);
  return <div ref={box} role="img" aria-label={title} style={{ height, minWidth: 0 }} />;
}

function ariaOf(kind: EChartKind, title: string) {
  // The values of a Sankey diagram are those of its links, which ECharts does not describe.
  if (kind === "sankey") return { enabled: true, label: { description: title } };
  return { enabled: true, label: { general: { withoutTitle: `${title}. ` } } };
}

/** Labels without the outline that ECharts draws around text by default. */
function labelTheme(element: HTMLElement) {
  const label = { color: getComputedStyle(element).getPropertyValue("--op-text").trim(), textBorderWidth: 0 };
  return { pie: { label }, sankey: { label } };
}

function themeOf(element: HTMLElement, scheme: EChartCanvasProps["scheme"]): EChartsCoreOption {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const textStyle = { color: color("--op-text"), fontFamily: style.fontFamily, fontSize: 12 };
  return {
    color: [...paletteOf(scheme)],
    darkMode: scheme === "dark",
    textStyle,
    tooltip: {
      backgroundColor: color("--op-raised"),
      borderColor: color("--op-line-strong"),
      textStyle,
      trigger: "item",
      confine: true,
    },
  };
}
