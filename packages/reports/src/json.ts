import type { Cell, ReportContent, Section, Table } from "./model.ts";

/** Raised when a field is renamed or removed. */
export const schemaVersion = 1;

/** The report as indented JSON, written while the rows are read. */
export async function* jsonOf(content: ReportContent): AsyncGenerator<string> {
  const { id, name, type, runId, organization, generatedAt, generatedBy, period, parameters, narrative } = content;
  const head = {
    schema_version: schemaVersion,
    report: { id, name, type },
    run_id: runId,
    organization,
    generated_at: generatedAt.toISOString(),
    generated_by: generatedBy,
    period: { from: period.from.toISOString(), to: period.to.toISOString(), timezone: period.timezone },
    parameters,
    narrative: { by: narrative.by, paragraphs: narrative.paragraphs },
  };
  yield `${indented(head, 0).slice(0, -2)},\n  "data_sources": [`;
  for (const [index, section] of content.sections.entries()) {
    yield index === 0 ? "\n" : ",\n";
    yield* sectionText(section);
  }
  yield "\n  ]\n}\n";
}

async function* sectionText({ source, figures, charts, findings, notes, tables }: Section): AsyncGenerator<string> {
  const head = {
    data_source: source,
    findings,
    notes,
    figures: figures.map(({ name, value, unit, before, target, better, currency }) => ({
      ...{ name, value, unit, previous_value: before ?? null, target: target ?? null, better: better ?? null },
      ...(unit === "money" ? { currency: currency ?? "USD" } : {}),
    })),
    charts,
  };
  yield `    ${indented(head, 4).slice(0, -6)},\n      "tables": [`;
  for (const [index, table] of tables.entries()) {
    yield index === 0 ? "\n" : ",\n";
    yield* tableText(table);
  }
  yield `${tables.length > 0 ? "\n      " : ""}]\n    }`;
}

async function* tableText({ name, columns, note, rows }: Table): AsyncGenerator<string> {
  const head = {
    name,
    ...(note === undefined ? {} : { note }),
    columns: columns.map(({ key, name: label, unit }) => ({ key, name: label, unit: unit ?? null })),
  };
  yield `        ${indented(head, 8).slice(0, -10)},\n          "rows": [`;
  let isFirst = true;
  for await (const batch of rows()) {
    const lines = batch.map((cells) => `            ${rowText(columns, cells)}`);
    if (lines.length === 0) continue;
    yield `${isFirst ? "\n" : ",\n"}${lines.join(",\n")}`;
    isFirst = false;
  }
  yield `${isFirst ? "" : "\n          "}]\n        }`;
}

/** A row on one line: a million rows stay readable and small. */
function rowText(columns: Table["columns"], cells: readonly Cell[]): string {
  const pairs = columns.map(({ key }, index) => `${JSON.stringify(key)}: ${JSON.stringify(cells[index] ?? null)}`);
  return `{ ${pairs.join(", ")} }`;
}

/** As `JSON.stringify` writes it, with every line but the first moved to the right. */
function indented(value: object, spaces: number): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${" ".repeat(spaces)}`);
}
