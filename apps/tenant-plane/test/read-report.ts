// Reads the figures and tables out of a report as a person or a spreadsheet would, with nothing of the product's code.

/** Lines of RFC 4180, with quotes. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, quoted]: [string[], string, boolean] = [[], "", false];
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    if (quoted && character === '"' && text[index + 1] === '"') cell += text[++index];
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === ",") {
      row.push(cell);
      cell = "";
    } else if (!quoted && character === "\r" && text[index + 1] === "\n") {
      rows.push([...row, cell]);
      [row, cell] = [[], ""];
      index++;
    } else cell += character;
  }
  if (cell !== "" || row.length > 0) throw new Error("The last line does not end.");
  return rows;
}

/** Rows by the names of the columns. Cells that are empty are left out. */
export function csvRecords(text: string): Record<string, string>[] {
  const [head = [], ...rows] = parseCsv(text);
  return rows.map((row) => {
    if (row.length !== head.length) throw new Error(`A line has ${row.length} cells instead of ${head.length}.`);
    return Object.fromEntries(row.map((cell, index) => [head[index] ?? "", cell]).filter(([, cell]) => cell !== ""));
  });
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "")
    .trim();
}

/** The figures that a page shows, as texts. */
export function htmlFigures(html: string): Record<string, string> {
  const found = html.matchAll(/<span class="name">(.*?)<\/span><span class="value">(.*?)<\/span>/g);
  return Object.fromEntries([...found].map(([, name = "", value = ""]) => [plain(name), plain(value)]));
}

/** The cells of the table below a heading. */
export function htmlTable(html: string, name: string): string[][] | undefined {
  const [, body] =
    [...html.matchAll(/<h3>(.*?)<\/h3>.*?<tbody>(.*?)<\/tbody>/gs)]
      .map(([, title = "", rows = ""]): [string, string] => [plain(title), rows])
      .find(([title]) => title === name) ?? [];
  if (body === undefined) return undefined;
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) => plain(cell)),
  );
}

export interface JsonReport {
  schema_version: number;
  report: { id: string; name: string; type: string };
  run_id: string;
  period: { from: string; to: string; timezone: string };
  narrative: { by: string; paragraphs: string[] };
  data_sources: {
    data_source: string;
    findings: string[];
    figures: { name: string; value: number | null; previous_value: number | null; target: number | null }[];
    charts: { title: string; labels: string[]; series: { name: string; values: (number | null)[] }[] }[];
    tables: { name: string; rows: Record<string, string | number | boolean | null>[] }[];
  }[];
}
