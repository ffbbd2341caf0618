import type { Cell, Column, Figure, ReportContent, Table } from "./model.ts";

/** A line of CSV as RFC 4180 has it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** A text that a spreadsheet could run as a formula starts with an apostrophe. Numbers stay numbers. */
function csvCell(value: Cell): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  // Spreadsheets of many countries separate cells by semicolons.
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const figureColumns: readonly Column[] = [
  { key: "measure", name: "Measure" },
  { key: "value", name: "Value" },
  { key: "unit", name: "Unit" },
  { key: "previous_value", name: "Previous value" },
  { key: "target", name: "Target" },
];

/**
 * One file for all data sources. Every line has the same columns: the data source, the table, and the columns of all tables. A
 * table leaves those of the others empty, so a filter on the first two columns gives each table.
 */
export async function* csvOf({ sections }: ReportContent): AsyncGenerator<string> {
  const tables = sections.flatMap((section) => section.tables);
  const keys = [...new Set([...figureColumns, ...tables.flatMap(({ columns }) => columns)].map(({ key }) => key))];
  yield csvLine(["data_source", "table", ...keys]);
  for (const { source, figures, tables: own } of sections) {
    const summary = placed(figureColumns, keys);
    yield figures.map((figure) => csvLine([source, "Summary", ...summary(figureCells(figure))])).join("");
    for (const table of own) yield* tableLines(source, table, keys);
  }
}

async function* tableLines(source: string, { name, columns, rows }: Table, keys: readonly string[]) {
  const place = placed(columns, keys);
  for await (const batch of rows()) yield batch.map((cells) => csvLine([source, name, ...place(cells)])).join("");
}

/** Puts the cells of a table below the columns of the file. */
function placed(columns: readonly Column[], keys: readonly string[]): (cells: readonly Cell[]) => Cell[] {
  const places = keys.map((key) => columns.findIndex((column) => column.key === key));
  return (cells) => places.map((place) => (place === -1 ? null : (cells[place] ?? null)));
}

function figureCells({ name, value, unit, before, target, currency }: Figure): Cell[] {
  return [name, value, unit === "money" ? (currency ?? "USD") : unit, before ?? null, target ?? null];
}
