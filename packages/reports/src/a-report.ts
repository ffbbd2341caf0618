import type { Cell, ReportContent, Section } from "./model.ts";

/** A small report, for tests. */
export function aReport(fields: Partial<ReportContent> = {}): ReportContent {
  return {
    ...{
      id: "r1",
      name: "Report",
      type: "Custom",
      runId: "run1",
      organization: "Acme",
      generatedBy: "ann@example.com",
    },
    generatedAt: new Date("2026-11-02T07:00:00Z"),
    period: { from: new Date("2026-10-01T00:00:00Z"), to: new Date("2026-11-01T00:00:00Z"), timezone: "UTC" },
    parameters: {},
    narrative: { by: "builtin", paragraphs: ["All is well."] },
    sections: [],
    ...fields,
  };
}

export function aSection(fields: Partial<Section> = {}): Section {
  return { source: "Incidents", findings: [], figures: [], charts: [], tables: [], notes: [], ...fields };
}

/** A table in batches. */
export function aTable(name: string, keys: readonly string[], batches: readonly (readonly Cell[][])[]) {
  return {
    ...{ name, columns: keys.map((key) => ({ key, name: key })) },
    async *rows() {
      yield* batches;
    },
  };
}

export async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}
