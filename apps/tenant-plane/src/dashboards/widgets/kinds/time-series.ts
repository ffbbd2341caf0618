import type { WidgetData, WidgetOptions } from "@opsplane/contract";
import { maxSeries, nameOf, readLines } from "../lines.ts";
import { reduced } from "../reduce.ts";
import type { View } from "../view.ts";

/** Every series of every query. Of too many, those with the greatest last value. */
export async function readTimeSeries(
  { queries }: WidgetOptions<"time_series">,
  view: View,
): Promise<WidgetData<"time_series">> {
  const found = await Promise.all(queries.map((query) => readLines(query, view)));
  const all = found.flatMap(({ lines }, index) =>
    lines.map((line) => ({
      query: index,
      name: nameOf(queries[index] ?? { source: "metric" }, line, view),
      labels: line.labels,
      points: line.points,
    })),
  );
  const isWanted = new Set(
    all.length <= maxSeries
      ? all
      : all.toSorted((one, other) => (reduced(other) ?? 0) - (reduced(one) ?? 0)).slice(0, maxSeries),
  );
  return {
    step_seconds: Math.max(...found.map(({ stepSeconds }) => stepSeconds)),
    series: all.filter((each) => isWanted.has(each)),
    left_out: all.length - isWanted.size,
  };
}
