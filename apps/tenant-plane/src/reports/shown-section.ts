import type { Output, operations } from "@opsplane/contract";
import type { Section } from "@opsplane/reports";

/** A section as the API shows it. */
export function shownSection({
  source,
  findings,
  figures,
  charts,
}: Section): Output<typeof operations.reports.figures> {
  return {
    data_source: source,
    findings: [...findings],
    figures: figures.map(({ name, value, unit, before, target, better, currency }) => ({
      ...{ name, value, unit, previous_value: before ?? null, target: target ?? null, better: better ?? null },
      currency: currency ?? null,
    })),
    charts: charts.map(({ title, kind, unit, currency, labels, starts, series }) => ({
      ...{ title, kind, unit, currency: currency ?? null, labels: [...labels] },
      starts: starts?.map((start) => start.toISOString()) ?? null,
      series: series.map(({ name, tone, values }) => ({ name, tone: tone ?? null, values: [...values] })),
    })),
  };
}
