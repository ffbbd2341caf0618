import type { WidgetData, WidgetOptions } from "@opsplane/contract";
import { fail } from "@opsplane/runtime";
import { rangeOf, type View } from "../view.ts";

/** A chart of a report's data source, or its figures. */
export async function readReportChart(
  { data_source, chart: title }: WidgetOptions<"report_chart">,
  view: View,
): Promise<WidgetData<"report_chart">> {
  const { figures, charts } = await view.reads.reports.figures({ query: { data_source, ...rangeOf(view) } });
  if (title === undefined) return { figures, chart: null };
  const chart = charts.find((each) => each.title === title);
  return { figures: [], chart: chart ?? fail("NOT_FOUND", `The data source ${data_source} has no chart '${title}'.`) };
}
