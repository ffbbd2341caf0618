import type { FlowSeries } from "@opsplane/contract";
import type { Bars } from "../bars.ts";
import type { BoundedRange } from "../time-range.ts";
import type { BarRow } from "./store/series.ts";

interface Group {
  key: string;
  label: string;
}

const allOthers = { key: null, label: "Other" };
const allFlows = { key: null, label: "All" };

/** The sums of each group at every bar, and of all other flows when there are any. Bars without flows are zero. */
export function overTime(
  { from, to }: BoundedRange,
  { step, numbers }: Bars,
  groups: readonly Group[],
  rows: readonly BarRow[],
): FlowSeries {
  const first = numbers[0] ?? 0;
  const zeros = () => numbers.map(() => 0);
  const rest = groups.length === 0 ? allFlows : allOthers;
  // The rest is at position zero, as in the rows.
  const series = [rest, ...groups].map(({ key, label }) => ({
    ...{ key, label },
    ...{ bytes: zeros(), packets: zeros(), flows: zeros() },
  }));
  for (const { bar, place, bytes, packets, flows } of rows) {
    const [each, at] = [series[place], bar - first];
    if (!each || at < 0 || at >= numbers.length) continue;
    each.bytes[at] = bytes;
    each.packets[at] = packets;
    each.flows[at] = flows;
  }
  const [others, ...named] = series;
  const hasOthers = groups.length === 0 || rows.some(({ place }) => place === 0);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    step_seconds: step,
    times: numbers.map((number) => new Date(number * step * 1000).toISOString()),
    series: hasOthers && others ? [...named, others] : named,
  };
}
