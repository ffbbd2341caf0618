import type { WidgetData, WidgetOptions } from "@opsplane/contract";
import { nameOf, readLines } from "../lines.ts";
import { reduced } from "../reduce.ts";
import type { View } from "../view.ts";

type Row = WidgetData<"table">["rows"][number];

/** One row for each set of labels and one column for each query, by the first query, greatest first. */
export async function readTable(
  { queries, reduce, limit = 20 }: WidgetOptions<"table">,
  view: View,
): Promise<WidgetData<"table">> {
  const found = await Promise.all(queries.map((query) => readLines(query, view)));
  const rows = new Map<string, Row>();
  for (const [column, { lines }] of found.entries())
    for (const line of lines) {
      const key = JSON.stringify(Object.entries(line.labels).sort());
      const row = rows.get(key) ?? { labels: line.labels, values: queries.map(() => null) };
      row.values[column] = reduced(line, reduce);
      rows.set(key, row);
    }
  const sorted = [...rows.values()].sort((one, other) => weight(other) - weight(one));
  const kept = sorted.slice(0, limit);
  return {
    labels: [...new Set(kept.flatMap(({ labels }) => Object.keys(labels)))],
    columns: queries.map((query) => nameOf(query, { labels: {}, points: [] }, view)),
    rows: kept,
    left_out: sorted.length - kept.length,
  };
}

function weight({ values }: Row): number {
  return values.find((value) => value !== null) ?? Number.NEGATIVE_INFINITY;
}
