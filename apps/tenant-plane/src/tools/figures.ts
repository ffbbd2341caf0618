import { costGroupings, sloStates } from "@opsplane/contract";
import { fail } from "@opsplane/runtime";
import { Type } from "typebox";
import { cut, inputs, limit, maybeName, queryRange, range, several, words } from "./inputs.ts";
import { pages } from "./links.ts";
import { tool } from "./tool.ts";

// SLOs, KPIs, reports, dashboards and costs, with the figures of their pages: they come from the same handlers.

const reports = { access: "reports:read", module: "reports" } as const;
/** A KPI is computed when it is asked for, so a list of values is short. */
const maxValues = 10;
const maxCosts = 1000;

/** "this month" ends in the future, for which nothing is known and every item would still cost something. */
function untilNow({ from, to }: { from: string; to: string }, now: Date): { from: string; to: string } {
  return { from, to: Date.parse(to) > now.getTime() ? now.toISOString() : to };
}

export const figureTools = {
  listSlos: tool({
    ...{ access: "slos:read", module: "observability", name: "list_slos" },
    description: "Service-level objectives with their state, attainment and remaining error budget.",
    input: inputs({ slo: maybeName("Name or id of one"), state: several(words(sloStates)), limit: limit(20) }),
    read: async ({ reads, cite }, { slo, state, limit: most = 10 }) => {
      const { items } = await reads.slos.list({ query: { limit: 500, ...(state ? { state } : {}) } });
      const found = slo === undefined ? items : items.filter(({ id, name }) => id === slo || name === slo);
      if (slo !== undefined && found.length === 0) return fail("NOT_FOUND", `There is no SLO '${slo.slice(0, 100)}'.`);
      cite("slos", "SLOs", pages.slos());
      return {
        count: found.length,
        slos: found.slice(0, most).map(({ id, name, objective, window_days, status, group_name }) => ({
          ...{ name: cut(name), objective, window_days, state: status.state, team: group_name },
          ...{ attainment: status.attainment, budget_remaining: status.budget.remaining },
          citation: cite("slo", name, pages.slo(id)),
        })),
      };
    },
  }),
  listKpis: tool({
    ...{ ...reports, name: "list_kpis" },
    description: "KPIs; one of them, or the first ten, with its value in a range (30 days by default) and its target.",
    input: inputs({ kpi: maybeName("Name or id of one"), ...range }),
    read: async ({ reads, cite, now }, { kpi, ...wanted }) => {
      const { items, total } = await reads.kpis.list({ query: { limit: 1000 } });
      const found = kpi === undefined ? items : items.filter(({ id, name }) => id === kpi || name === kpi);
      if (kpi !== undefined && found.length === 0) return fail("NOT_FOUND", `There is no KPI '${kpi.slice(0, 100)}'.`);
      const period = untilNow(queryRange(wanted, now, 30 * 24), now);
      cite("kpis", "KPIs", pages.kpis());
      const kpis = [];
      for (const { id, name, inputs: of, formula, unit, target } of found.slice(0, maxValues)) {
        const { value, problem } = await reads.kpis.evaluate({ body: { inputs: of, formula, ...period } });
        kpis.push({ ...{ name: cut(name), unit, target, value, problem }, citation: cite("kpi", name, pages.kpi(id)) });
      }
      return { count: kpi === undefined ? total : found.length, ...period, kpis };
    },
  }),
  listReports: tool({
    ...{ ...reports, name: "list_reports" },
    description: "Reports with their schedule and their last run.",
    input: inputs({ schedule: several(words(["Off", "Daily", "Weekly", "Monthly", "Custom"])), limit: limit(20) }),
    read: async ({ reads, cite }, { schedule, limit: most = 10 }) => {
      const { items, total } = await reads.reports.list({ query: { limit: most, ...(schedule ? { schedule } : {}) } });
      cite("reports", "Reports", pages.reports());
      return {
        count: total,
        reports: items.map(({ id, name, type, schedule: runs, last_run }) => ({
          ...{ name: cut(name), type, schedule: runs, last_run: last_run?.status ?? null },
          citation: cite("report", name, pages.report(id)),
        })),
      };
    },
  }),
  listDashboards: tool({
    ...{ access: "dashboards:read", module: "reports", name: "list_dashboards" },
    description: "Dashboards that the asker can see.",
    input: inputs({ mine: Type.Optional(Type.Boolean()), limit: limit(20) }),
    read: async ({ reads, cite }, { mine, limit: most = 10 }) => {
      const { items, total } = await reads.dashboards.list({ query: { limit: most, ...(mine ? { mine } : {}) } });
      cite("dashboards", "Dashboards", pages.dashboards());
      return {
        count: total,
        dashboards: items.map(({ id, name, widget_count }) => ({
          ...{ name: cut(name), widgets: widget_count },
          citation: cite("dashboard", name, pages.dashboard(id)),
        })),
      };
    },
  }),
  costs: tool({
    ...{ ...reports, name: "costs" },
    description: "What configuration items cost in a range (30 days by default), by class, item, service or tag.",
    input: inputs({ by: Type.Optional(words(costGroupings)), ...range, limit: limit(20) }),
    read: async ({ reads, cite, now }, { by = "class", limit: most = 10, ...wanted }) => {
      const period = untilNow(queryRange(wanted, now, 30 * 24), now);
      const { items, total } = await reads.finops.costs({ query: { by, ...period, limit: maxCosts } });
      cite("costs", "Costs", pages.costs());
      return {
        ...{ by, ...period, groups: total, currency: items[0]?.currency ?? null },
        // An item has one class; it may be of several services and have several tags.
        sum:
          (by === "class" || by === "item") && total <= maxCosts
            ? items.reduce((sum, { cost }) => sum + cost, 0)
            : null,
        costs: items.slice(0, most).map(({ name, cost, idle }) => ({ name: cut(name), cost, idle })),
      };
    },
  }),
  listPrices: tool({
    ...{ ...reports, name: "list_prices" },
    description: "Unit prices that costs are computed from.",
    input: inputs({ limit: limit(20) }),
    read: async ({ reads, cite }, { limit: most = 20 }) => {
      const { items, total } = await reads.finops.prices({ query: { limit: most } });
      cite("costs", "Costs", pages.costs());
      return {
        count: total,
        prices: items.map(({ name, unit, price, currency }) => ({ name: cut(name), unit, price, currency })),
      };
    },
  }),
};
