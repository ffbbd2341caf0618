import type { WidgetKind } from "@opsplane/contract";
import { changeCalendar } from "./change-calendar.tsx";
import { gauge } from "./gauge.tsx";
import { incidentList } from "./incident-list.tsx";
import type { BoundKind } from "./kind.tsx";
import { logList } from "./log-list.tsx";
import { onCall } from "./on-call.tsx";
import { reportChart } from "./report-chart.tsx";
import { slo } from "./slo.tsx";
import { stat } from "./stat.tsx";
import { table } from "./table.tsx";
import { text } from "./text.tsx";
import { timeSeries } from "./time-series.tsx";

/** How each kind of widget looks and is edited. A new kind is one entry here. */
export const kinds: Readonly<Record<WidgetKind, BoundKind>> = {
  time_series: timeSeries,
  stat,
  gauge,
  table,
  log_list: logList,
  incident_list: incidentList,
  on_call: onCall,
  change_calendar: changeCalendar,
  slo,
  report_chart: reportChart,
  markdown: text,
};
