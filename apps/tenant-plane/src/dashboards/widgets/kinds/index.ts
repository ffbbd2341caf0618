import {
  optionsOf,
  type Widget,
  type WidgetData,
  type WidgetKind,
  type WidgetOptions,
  withVariables,
} from "@opsplane/contract";
import { fail } from "@opsplane/runtime";
import type { View } from "../view.ts";
import { readChangeCalendar } from "./change-calendar.ts";
import { readFigure } from "./figure.ts";
import { readIncidentList } from "./incident-list.ts";
import { readLogList } from "./log-list.ts";
import { readOnCall } from "./on-call.ts";
import { readReportChart } from "./report-chart.ts";
import { readSlos } from "./slo.ts";
import { readTable } from "./table.ts";
import { readTimeSeries } from "./time-series.ts";

/** How each kind of widget is read. A new kind is one entry here. */
const readers: { readonly [Kind in WidgetKind]: (widget: Widget, view: View) => Promise<WidgetData<Kind>> } = {
  time_series: reader("time_series", readTimeSeries),
  stat: reader("stat", readFigure),
  gauge: reader("gauge", readFigure),
  table: reader("table", readTable),
  log_list: reader("log_list", readLogList),
  incident_list: reader("incident_list", readIncidentList),
  on_call: reader("on_call", readOnCall),
  change_calendar: reader("change_calendar", readChangeCalendar),
  slo: reader("slo", readSlos),
  report_chart: reader("report_chart", readReportChart),
  markdown: reader("markdown", async ({ text }, { chosen }) => ({ text: withVariables(text, chosen) })),
};

export function readWidget(widget: Widget, view: View): Promise<Record<string, unknown>> {
  return readers[widget.kind](widget, view);
}

/** The options were checked when the dashboard was saved. A kind whose options changed since then says so. */
function reader<Kind extends WidgetKind>(
  kind: Kind,
  read: (options: WidgetOptions<Kind>, view: View) => Promise<WidgetData<Kind>>,
) {
  return async (widget: Widget, view: View): Promise<WidgetData<Kind>> => {
    const options = optionsOf(kind, widget) ?? fail("VALIDATION_ERROR", "The options of this widget are not valid.");
    return read(options, view);
  };
}
