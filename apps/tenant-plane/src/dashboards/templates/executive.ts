import { layoutOf, limits, type Template, widget } from "./build.ts";

/** The state of operations on one page. */
export const executive: Template = {
  key: "executive",
  name: "Executive overview",
  description:
    "Open incidents, the health of services and their objectives, who is on call, and the changes of the week.",
  layout: layoutOf(
    [
      widget("stat", "Open P1 and P2", [0, 0, 6, 4], {
        query: { source: "incidents", figure: "open", severity: ["P1", "P2"] },
        thresholds: limits(1, 3),
      }),
      widget("stat", "Open incidents", [6, 0, 6, 4], { query: { source: "incidents", figure: "open" } }),
      widget("stat", "New incidents in the range", [12, 0, 6, 4], {
        query: { source: "incidents", figure: "created" },
      }),
      widget("stat", "Failed calls", [18, 0, 6, 4], {
        query: { source: "calls", figure: "error_rate" },
        ...{ unit: "ratio", reduce: "avg", thresholds: limits(0.01, 0.05) },
      }),
      widget("incident_list", "Incidents that need work", [0, 4, 12, 9], { limit: 20 }),
      widget("time_series", "Error rate by service", [12, 4, 12, 9], {
        queries: [{ source: "calls", figure: "error_rate", by: ["service"] }],
        unit: "ratio",
      }),
      widget("on_call", "On call now", [0, 13, 8, 8], {}),
      widget("change_calendar", "Changes of the next 7 days", [8, 13, 16, 8], { days: 7 }),
      widget("slo", "SLOs with the least budget", [0, 21, 8, 8], { limit: 10 }),
      widget("report_chart", "Incidents over time", [8, 21, 8, 8], {
        data_source: "Incidents",
        chart: "Incidents over time",
      }),
      widget("report_chart", "Incident figures", [16, 21, 8, 8], { data_source: "Incidents" }),
      widget("time_series", "Calls per second", [0, 29, 24, 7], {
        queries: [{ source: "calls", name: "Calls", figure: "rate" }],
        ...{ unit: "count/s", draw: "areas" },
      }),
    ],
    { range: { from: "now-24h", to: "now" } },
  ),
};
