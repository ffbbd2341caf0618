import { own } from "@opsplane/contract";
import { figureTools } from "../../tools/index.ts";
import { counted, durationText, md, numberText, rangeText } from "../markdown.ts";
import { type Answerer, named, rangeOf, type Turn } from "./turn.ts";

// SLOs, KPIs, reports, dashboards and costs.

const percent = (value: number | null) => (value === null ? "no data" : `${numberText(Number(value.toFixed(3)))} %`);

const stateOf: Readonly<Record<string, "met" | "at_risk" | "breached" | "no_data">> = {
  breached: "breached",
  "at risk": "at_risk",
  met: "met",
  "no data": "no_data",
};

/** "what is the target", "how much budget is left": which figure comes first. */
function asksFor({ q }: Turn, ...words: readonly string[]): boolean {
  return q.words.some((word) => words.includes(word));
}

export const slos: Answerer = async (turn) => {
  const [slo] = named(turn, "slo");
  const text = turn.q.words.join(" ");
  const state = Object.keys(stateOf).find((each) => text.includes(each));
  const wanted = state === undefined ? undefined : own(stateOf, state);
  const found = await turn.ask(figureTools.listSlos, {
    ...(slo ? { slo: slo.id } : {}),
    ...(wanted && !slo ? { state: [wanted] } : {}),
  });
  const [first] = found.slos;
  if (slo && first) {
    const objective = md`objective ${percent(first.objective)} over ${counted(first.window_days, "day")}`;
    const budget = md`error budget left: ${percent(first.budget_remaining)}`;
    const attainment = md`attainment: ${percent(first.attainment)}`;
    const [head, ...rest] = asksFor(turn, "budget")
      ? [budget, attainment, objective]
      : asksFor(turn, "target", "goal") || (asksFor(turn, "objective") && asksFor(turn, "slo"))
        ? [objective, attainment, budget]
        : [attainment, budget, objective];
    return {
      headline: md`${turn.cited(first.citation, first.name)}: ${head ?? objective}.`,
      facts: [md`State: ${first.state.replaceAll("_", " ")}.`, ...rest.map((each) => md`${each}.`)],
      suggestions: ["Which SLOs are at risk?"],
    };
  }
  return {
    headline: md`${counted(found.count, "SLO")}.`,
    basis: md`Counted: SLOs${wanted ? ` that are ${wanted.replaceAll("_", " ")}` : ""}, as of the last measured minute.`,
    rows: found.slos.map(
      ({ name, state: is, attainment, objective, budget_remaining, citation }) =>
        md`${turn.cited(citation, name)} ${is.replaceAll("_", " ")}: ${percent(attainment)} of ${percent(objective)}, error budget left ${percent(budget_remaining)}`,
    ),
    suggestions: ["Which SLOs are breached?", "Which SLOs are at risk?"],
  };
};

function kpiText(value: number | null, unit: string): string {
  if (value === null) return "no value";
  if (unit === "percent") return `${numberText(Number(value.toFixed(1)))} %`;
  if (unit === "seconds") return durationText(value);
  if (unit === "minutes") return durationText(value * 60);
  return numberText(value);
}

export const kpis: Answerer = async (turn) => {
  const [kpi] = named(turn, "kpi");
  const found = await turn.ask(figureTools.listKpis, { ...(kpi ? { kpi: kpi.id } : {}), ...rangeOf(turn) });
  const basis = md`Computed ${rangeText({ from: new Date(found.from), to: new Date(found.to) }, turn.timezone)}.`;
  const [first] = found.kpis;
  if (kpi && first)
    return {
      headline: md`${turn.cited(first.citation, first.name)}: ${kpiText(first.value, first.unit)}.`,
      basis,
      facts: [
        ...(first.target === null ? [] : [md`Target: ${kpiText(first.target, first.unit)}.`]),
        ...(first.problem === null ? [] : [md`${first.problem}`]),
      ],
      suggestions: ["Which KPIs are there?"],
    };
  return {
    headline: md`${counted(found.count, "KPI")}.`,
    basis,
    rows: found.kpis.map(
      ({ name, value, unit, target, citation }) =>
        md`${turn.cited(citation, name)}: ${kpiText(value, unit)}${target === null ? "" : `, target ${kpiText(target, unit)}`}`,
    ),
    suggestions: [],
  };
};

const schedules: Readonly<Record<string, "Daily" | "Weekly" | "Monthly" | "Off">> = {
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
};

export const reports: Answerer = async (turn) => {
  const schedule = turn.q.words.flatMap((word) => own(schedules, word) ?? []);
  const found = await turn.ask(figureTools.listReports, schedule.length > 0 ? { schedule } : {});
  return {
    headline: md`${counted(found.count, "report")}.`,
    basis: md`Counted: reports${schedule.length > 0 ? ` that run ${schedule.join(" or ").toLowerCase()}` : ""}.`,
    rows: found.reports.map(
      ({ name, type, schedule: runs, last_run, citation }) =>
        md`${turn.cited(citation, name)}: ${type}, schedule ${runs}, last run ${last_run ?? "none"}`,
    ),
    suggestions: ["Which KPIs are there?", "Which dashboards are there?"],
  };
};

export const dashboards: Answerer = async (turn) => {
  const mine = turn.q.words.includes("my");
  const found = await turn.ask(figureTools.listDashboards, mine ? { mine } : {});
  return {
    headline: md`${counted(found.count, "dashboard")}.`,
    basis: md`Counted: dashboards that you ${mine ? "created" : "can see"}.`,
    rows: found.dashboards.map(
      ({ name, widgets, citation }) => md`${turn.cited(citation, name)}: ${counted(widgets, "widget")}`,
    ),
    suggestions: ["Which reports are there?"],
  };
};

const groupWords: Readonly<Record<string, "item" | "service" | "tag" | "class">> = {
  ...{ service: "service", services: "service", tag: "tag", tags: "tag", class: "class", classes: "class" },
  ...{ item: "item", items: "item", ci: "item", cis: "item", server: "item", servers: "item" },
};

export const costs: Answerer = async (turn) => {
  const by = turn.q.words.flatMap((word) => own(groupWords, word) ?? [])[0] ?? "class";
  const found = await turn.ask(figureTools.costs, { by, ...rangeOf(turn) });
  const money = (value: number) => `${numberText(Number(value.toFixed(2)))} ${found.currency ?? ""}`.trim();
  const [first] = found.costs;
  const isTop = turn.q.concepts.has("top") && first !== undefined;
  const total = found.sum === null ? md`Costs of ${counted(found.groups, by)}.` : md`Costs: ${money(found.sum)}.`;
  return {
    headline: isTop ? md`${first.name} costs the most: ${money(first.cost)}.` : total,
    basis: md`By ${by}, ${rangeText({ from: new Date(found.from), to: new Date(found.to) }, turn.timezone)}.`,
    rows: found.costs.map(({ name, cost, idle }) => md`${name}: ${money(cost)}${idle === true ? ", hardly used" : ""}`),
    suggestions: ["Which service costs the most?", "How many unit prices are there?"],
  };
};

export const prices: Answerer = async (turn) => {
  const found = await turn.ask(figureTools.listPrices, {});
  return {
    headline: md`${counted(found.count, "unit price")}.`,
    rows: found.prices.map(
      ({ name, unit, price, currency }) => md`${name}: ${price} ${currency} for each ${unit.replaceAll("_", " ")}`,
    ),
    suggestions: ["What are our costs?"],
  };
};
