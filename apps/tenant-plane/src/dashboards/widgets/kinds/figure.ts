import type { WidgetData, WidgetOptions } from "@opsplane/contract";
import { onlyLine, readLines } from "../lines.ts";
import { reduced } from "../reduce.ts";
import type { View } from "../view.ts";

/** One value, and the points that it comes from. For stats and gauges. */
export async function readFigure(
  { query, reduce }: Pick<WidgetOptions<"stat">, "query" | "reduce">,
  view: View,
): Promise<WidgetData<"stat">> {
  const line = onlyLine(await readLines(query, view));
  return { value: line ? reduced(line, reduce) : null, points: line?.points ?? [] };
}
