import type { Kpi } from "@opsplane/contract";
import { type Column, countText, type Figure, meetsTarget, type Section } from "@opsplane/reports";
import { type Computed, computeKpis } from "../../kpis/index.ts";
import { allAtOnce } from "./rows.ts";
import type { SourceScope } from "./source.ts";

/** The tenant's own figures, with their targets. */
export async function kpisSource({ db, reads, period, before }: SourceScope): Promise<Section> {
  const now = await computeKpis({ db, reads, period });
  const earlier = await computeKpis({ db, reads, period: before });
  const rows = now.map(({ kpi, result }, index) => ({ kpi, result, before: earlier[index]?.result.value ?? null }));
  const figures = rows.map(({ kpi, result, before: old }) => figureOf(kpi, result, old));
  const judged = figures.map(meetsTarget).filter((isMet) => isMet !== undefined);
  return {
    source: "KPIs",
    findings:
      rows.length === 0
        ? ["No KPI is defined."]
        : judged.length === 0
          ? []
          : [
              `${judged.filter(Boolean).length} of ${countText(judged.length, "KPI target is", "KPI targets are")} met.`,
            ],
    figures,
    charts: [],
    tables: [
      {
        ...{ name: "KPIs", columns, total: rows.length },
        rows: () =>
          allAtOnce(
            rows.map(({ kpi, result, before: old }, index) => [
              ...[kpi.name, result.value, kpi.unit, old, kpi.target],
              ...[figures[index] ? (meetsTarget(figures[index]) ?? null) : null, kpi.formula, result.problem],
            ]),
          ),
      },
    ],
    notes: rows.flatMap(({ kpi, result }) => (result.problem === null ? [] : [`${kpi.name}: ${result.problem}`])),
  };
}

function figureOf({ name, unit, target, better }: Kpi, { value }: Computed, before: number | null): Figure {
  return {
    ...{ name, value, unit, before },
    ...(target === null ? {} : { target, headline: true }),
    ...(better === null ? {} : { better }),
  };
}

const columns: readonly Column[] = [
  { key: "kpi", name: "KPI" },
  { key: "kpi_value", name: "Value" },
  { key: "kpi_unit", name: "Unit" },
  { key: "kpi_previous_value", name: "Before" },
  { key: "kpi_target", name: "Target" },
  { key: "target_met", name: "Target met" },
  { key: "formula", name: "Formula" },
  { key: "problem", name: "Problem" },
];
