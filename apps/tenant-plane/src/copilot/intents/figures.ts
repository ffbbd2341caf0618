import * as figures from "../answers/figures.ts";
import { asking, type Intent } from "./intent.ts";

/** SLOs, KPIs, reports, dashboards and costs. */
export const figureIntents: readonly Intent[] = [
  {
    name: "slos",
    label: "SLOs",
    must: [["slo"]],
    fits: ["late", "atRisk", "goal", ...asking],
    ...{ mayName: ["slo"], answer: figures.slos },
    example: "Which SLOs are at risk?",
  },
  {
    name: "kpis",
    label: "KPIs",
    must: [["kpi"]],
    fits: ["goal", ...asking],
    ...{ mayName: ["kpi"], uses: ["time"], answer: figures.kpis },
    example: "How many KPIs do we have?",
  },
  {
    name: "reports",
    label: "reports",
    must: [["report"]],
    fits: ["schedule", "trend", "run", "list", "count"],
    ...{ answer: figures.reports },
    example: "Which reports run weekly?",
  },
  {
    name: "dashboards",
    label: "dashboards",
    must: [["dashboard"]],
    fits: ["my", "list", "count"],
    ...{ answer: figures.dashboards },
    example: "Which dashboards are there?",
  },
  {
    name: "costs",
    label: "costs",
    must: [["cost"]],
    fits: ["byService", "byClass", "service", "top", "list", "count"],
    ...{ uses: ["time"], answer: figures.costs },
    example: "What are our costs by class this month?",
  },
  {
    name: "prices",
    label: "unit prices",
    must: [["price"]],
    fits: ["list", "count"],
    ...{ answer: figures.prices },
    example: "How many unit prices are there?",
  },
];
