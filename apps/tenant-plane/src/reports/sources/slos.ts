import { type Cell, type Column, countText, type Figure, type Section } from "@opsplane/reports";
import { sql } from "@opsplane/runtime";
import { isSpent, type PeriodFigures, sloFiguresOf } from "../../slos/index.ts";
import { chartOfShares } from "./charts.ts";
import { allAtOnce } from "./rows.ts";
import type { SourceScope } from "./source.ts";

/** Objectives that have a figure of their own; the table has all of them. */
const maxFigures = 12;

/** How well each objective was met, what is left of its error budget, and how fast it was spent. */
export async function slosSource(scope: SourceScope): Promise<Section> {
  const wanted = await chosen(scope);
  const now = (await sloFiguresOf(scope.db, scope.period)).filter(wanted);
  const before = new Map((await sloFiguresOf(scope.db, scope.before)).map((slo) => [slo.id, slo]));
  const measured = now.filter(({ attainment }) => attainment !== null);
  const missed = measured.filter(({ attainment, objective }) => (attainment ?? 0) < objective);
  const spent = measured.filter(({ budgetRemaining }) => isSpent(budgetRemaining ?? 0));
  return {
    source: "SLOs",
    findings:
      now.length === 0
        ? ["No SLO is defined."]
        : [
            measured.length === 0
              ? "No SLO has events in this period."
              : `${measured.length - missed.length} of ${measured.length} SLOs were met in this period.`,
            ...(spent.length > 0 ? [`The error budget is spent for ${spent.map(({ name }) => name).join(", ")}.`] : []),
          ],
    figures: [
      { name: "SLOs", value: now.length, unit: "count" },
      { name: "SLOs met", value: measured.length - missed.length, unit: "count", better: "higher", headline: true },
      { name: "SLOs with a spent budget", value: spent.length, unit: "count", better: "lower", headline: true },
      ...worst(now)
        .slice(0, maxFigures)
        .map((slo) => figureOf(slo, before.get(slo.id))),
    ],
    charts: [
      chartOfShares(
        "Error budget left",
        "Percent",
        measured.map(({ name, budgetRemaining }) => ({ name, count: Math.max(0, budgetRemaining ?? 0) })),
        "percent",
      ),
    ],
    tables: [{ ...{ name: "SLOs", columns, total: now.length }, rows: () => allAtOnce(worst(now).map(cellsOf)) }],
    notes: [
      "The error budget is that of the SLO's own window at the end of the period. A burn rate of 1 spends it exactly in that window.",
      ...(measured.length < now.length
        ? [`${countText(now.length - measured.length, "SLO has", "SLOs have")} no events in this period.`]
        : []),
    ],
  };
}

/** SLOs of the services and teams that the parameters name. */
async function chosen({ db, parameters }: SourceScope): Promise<(slo: PeriodFigures) => boolean> {
  const { services = [], teams = [] } = parameters;
  const groups = await db.rows<{ id: string }>(sql`select id from groups where name = any (${teams})`);
  const groupIds = new Set<string | null>(groups.map(({ id }) => id));
  return ({ service, group_id }) =>
    (services.length === 0 || services.some((name) => name === service)) &&
    (teams.length === 0 || groupIds.has(group_id));
}

/** The least budget first; those without events last. */
function worst(slos: readonly PeriodFigures[]): PeriodFigures[] {
  const rank = ({ budgetRemaining }: PeriodFigures) => budgetRemaining ?? Number.POSITIVE_INFINITY;
  return slos.toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
}

function figureOf({ name, attainment, objective }: PeriodFigures, before: PeriodFigures | undefined): Figure {
  return {
    ...{ name, value: attainment, before: before?.attainment ?? null, unit: "precise_percent" },
    ...{ target: objective, better: "higher" },
  };
}

const columns: readonly Column[] = [
  { key: "slo", name: "SLO" },
  { key: "service", name: "Service" },
  { key: "objective_percent", name: "Objective", unit: "precise_percent" },
  { key: "attainment_percent", name: "Attainment", unit: "precise_percent" },
  { key: "met", name: "Met" },
  { key: "good_events", name: "Good events", unit: "count" },
  { key: "events", name: "Events", unit: "count" },
  { key: "window_days", name: "Window in days", unit: "count" },
  { key: "budget_left_percent", name: "Budget left", unit: "percent" },
  { key: "worst_burn_rate", name: "Highest burn rate of an hour", unit: "number" },
];

function cellsOf(slo: PeriodFigures): Cell[] {
  const { name, service, objective, attainment, good, total, window_days, budgetRemaining, worstBurn } = slo;
  const isMet = attainment === null ? null : attainment >= objective;
  return [name, service, objective, attainment, isMet, good, total, window_days, budgetRemaining, worstBurn];
}
