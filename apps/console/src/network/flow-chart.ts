import type { FlowSeries, FlowSplit } from "@opsplane/contract";
import type { ChartSeries } from "../ui/chart/series.ts";

export const measures = ["bytes", "packets", "flows"] as const;
export type Measure = (typeof measures)[number];

export const measureWords: Record<Measure, string> = { bytes: "Bytes", packets: "Packets", flows: "Flows" };

/** The sums of one measure as a chart. `nameOf` gives the name of an address. */
export function flowChart(
  { times, series }: FlowSeries,
  measure: Measure,
  by: FlowSplit | undefined,
  nameOf: (address: string) => string | undefined,
): { times: number[]; series: ChartSeries[] } {
  return {
    times: times.map((time) => Date.parse(time)),
    series: series.map((each) => ({
      id: each.key ?? "other",
      label: each.key === null && by === undefined ? measureWords[measure] : groupLabel(each, by, nameOf),
      values: each[measure],
      // What is left over is no group of its own.
      ...(each.key === null && by !== undefined ? { tone: "faint" as const } : {}),
    })),
  };
}

function groupLabel(
  { key, label }: FlowSeries["series"][number],
  by: FlowSplit | undefined,
  nameOf: (address: string) => string | undefined,
): string {
  if (key === null) return label;
  if (by === "protocol") return label;
  if (by === "dst_port") return label ? `${key} ${label}` : key;
  const name = nameOf(key);
  return name ? `${key} ${name}` : key;
}
