import { linkOptions } from "@tanstack/react-router";

const views = [
  { name: "Reports", link: linkOptions({ to: "/reports", search: {} }) },
  { name: "KPIs", link: linkOptions({ to: "/reports/kpis", search: {} }) },
  { name: "Costs", link: linkOptions({ to: "/reports/costs", search: {} }) },
  { name: "Compliance", link: linkOptions({ to: "/reports/compliance", search: {} }) },
] as const;

export type ReportView = (typeof views)[number]["name"];

/** The pages of reports, of which one is open. */
export function reportViews(chosen: ReportView) {
  return views.map((view) => ({ ...view, chosen: view.name === chosen }));
}
