import { escaped } from "./escape.ts";
import type { Cell, Chart, Column, Figure, ReportContent, Section, Table } from "./model.ts";
import { periodText, timeText } from "./periods.ts";
import { stylesheet } from "./stylesheet.ts";
import { legendColors, svgOf } from "./svg.ts";
import { changeText, isImprovement, meetsTarget, noChange, valueText } from "./values.ts";

/** More rows help no reader of a page. CSV and JSON have all of them. */
export const maxHtmlRows = 200;

/**
 * One document without scripts, images or links to other files. Printed, each data source begins on a page of its own. An executive
 * summary goes on without breaks, because it has no details.
 */
export async function* htmlOf(content: ReportContent): AsyncGenerator<string> {
  const { name, type, narrative, sections } = content;
  yield [
    "<!doctype html>",
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escaped(name)}</title><style>${stylesheet}</style></head><body><main${type === "Executive Summary" ? ' class="brief"' : ""}>`,
    `<header><p class="type">${escaped(type)}</p><h1>${escaped(name)}</h1>${facts(content)}</header>`,
    contents(sections),
    type === "Executive Summary" ? headlines(sections) : "",
    `<section class="narrative" aria-labelledby="summary"><h2 id="summary">Summary</h2>`,
    ...narrative.paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    narrative.by === "provider"
      ? '<p class="small">Written by the AI provider from the figures of this report.</p>'
      : "",
    "</section>",
  ].join("\n");
  for (const section of sections) yield* sectionHtml(section);
  yield "\n</main></body></html>\n";
}

function facts({ organization, period, parameters, generatedAt, generatedBy }: ReportContent): string {
  const { timezone } = period;
  const rows = [
    ["Organization", organization],
    ["Period", periodText(period)],
    ["Services", parameters.services?.join(", ")],
    ["Teams", parameters.teams?.join(", ")],
    ["Severities", parameters.severities?.join(", ")],
    ["Created", `${timeText(generatedAt, timezone)} by ${generatedBy}`],
  ];
  const shown = rows.filter(([, value]) => value !== undefined && value !== "");
  return `<dl>${shown.map(([key = "", value = ""]) => `<div><dt>${key}</dt><dd>${escaped(value)}</dd></div>`).join("")}</dl>`;
}

function contents(sections: readonly Section[]): string {
  if (sections.length < 2) return "";
  const items = sections.map(({ source }) => `<li><a href="#${anchor(source)}">${escaped(source)}</a></li>`);
  return `<nav aria-label="Contents"><ol>${items.join("")}</ol></nav>`;
}

const maxHeadlines = 12;

/** The figures that matter most, each with its data source. */
function headlines(sections: readonly Section[]): string {
  const shown = sections
    .flatMap(({ source, figures }) =>
      figures.filter(({ headline }) => headline).map((figure) => figureHtml(figure, source)),
    )
    .slice(0, maxHeadlines);
  return shown.length === 0
    ? ""
    : `<section aria-labelledby="headlines"><h2 id="headlines">Key figures</h2><ul class="figures">${shown.join("")}</ul></section>`;
}

function anchor(source: string): string {
  return `source-${source.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
}

async function* sectionHtml({ source, figures, charts, findings, notes, tables }: Section): AsyncGenerator<string> {
  const id = anchor(source);
  yield [
    `\n<section class="source" aria-labelledby="${id}"><h2 id="${id}">${escaped(source)}</h2>`,
    figures.length > 0 ? `<ul class="figures">${figures.map((figure) => figureHtml(figure)).join("")}</ul>` : "",
    findings.length > 0
      ? `<ul class="findings">${findings.map((each) => `<li>${escaped(each)}</li>`).join("")}</ul>`
      : "",
    ...charts.map(chartHtml),
  ].join("\n");
  for (const table of tables) yield* tableHtml(table);
  yield `${notes.map((note) => `<p class="small">${escaped(note)}</p>`).join("")}</section>`;
}

function figureHtml(figure: Figure, source = ""): string {
  const { name, value, unit, currency } = figure;
  return [
    `<li><span class="name">${escaped(name)}</span><span class="value">${escaped(valueText(value, unit, currency))}</span>`,
    changeHtml(figure),
    targetHtml(figure),
    source === "" || source === name ? "" : `<span class="of">${escaped(source)}</span>`,
    "</li>",
  ].join("");
}

function changeHtml(figure: Figure): string {
  const change = changeText(figure);
  if (change === null) return "";
  const before = valueText(figure.before ?? null, figure.unit, figure.currency);
  return judged("change", change === noChange ? undefined : isImprovement(figure), `${change} against ${before}`);
}

function targetHtml(figure: Figure): string {
  if (figure.target === undefined) return "";
  const isMet = meetsTarget(figure);
  const target = valueText(figure.target, figure.unit, figure.currency);
  return judged(
    "target",
    isMet,
    `Target ${target}: ${isMet === undefined ? "not measured" : isMet ? "met" : "missed"}`,
  );
}

function judged(name: string, isGood: boolean | undefined, text: string): string {
  const tone = isGood === undefined ? "" : isGood ? " good" : " bad";
  return `<span class="${name}${tone}">${escaped(text)}</span>`;
}

function chartHtml(chart: Chart): string {
  const { title, series } = chart;
  if (isEmpty(chart))
    return `<figure><figcaption>${escaped(title)}</figcaption><p class="small">There is no data in this period.</p></figure>`;
  const legend =
    series.length > 1
      ? `<ul class="legend">${legendColors(chart)
          .map(({ name, color }) => `<li><span style="background:${color}"></span>${escaped(name)}</li>`)
          .join("")}</ul>`
      : "";
  return `<figure><figcaption>${escaped(title)}</figcaption>${svgOf(chart)}${legend}${chartTable(chart)}</figure>`;
}

/** Nothing but zeros over time is no picture. */
function isEmpty({ kind, labels, series }: Chart): boolean {
  const isNothing = (value: number | null) => value === null || (kind !== "shares" && value === 0);
  return labels.length === 0 || series.every(({ values }) => values.every(isNothing));
}

/** The figures of a chart, for screen readers and for people who want them exactly. */
function chartTable({ title, labels, series, unit, currency }: Chart): string {
  const head = ["", ...series.map(({ name }) => name)].map((name) => `<th scope="col">${escaped(name)}</th>`).join("");
  const rows = labels.map((label, index) => {
    const cells = series.map(({ values }) => `<td>${escaped(valueText(values[index] ?? null, unit, currency))}</td>`);
    return `<tr><th scope="row">${escaped(label)}</th>${cells.join("")}</tr>`;
  });
  return `<details><summary>Figures of ${escaped(title)}</summary><table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></details>`;
}

async function* tableHtml({ name, columns, total, note, rows }: Table): AsyncGenerator<string> {
  const head = columns.map(({ name: label }) => `<th scope="col">${escaped(label)}</th>`).join("");
  yield `<h3>${escaped(name)}</h3><div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>`;
  let count = 0;
  for await (const batch of rows()) {
    const shown = batch.slice(0, maxHtmlRows - count);
    yield shown.map((cells) => rowHtml(columns, cells)).join("\n");
    count += shown.length;
    if (count >= maxHtmlRows) break;
  }
  if (count === 0) yield `<tr><td colspan="${columns.length}" class="small">There are no rows.</td></tr>`;
  yield "</tbody></table></div>";
  if (count >= maxHtmlRows && total !== count)
    yield `<p class="small">The first ${count} rows${total === undefined ? "" : ` of ${valueText(total, "count")}`}. CSV and JSON have all rows.</p>`;
  if (note !== undefined) yield `<p class="small">${escaped(note)}</p>`;
}

function rowHtml(columns: readonly Column[], cells: readonly Cell[]): string {
  return `<tr>${columns.map(({ unit }, index) => cellHtml(cells[index] ?? null, unit)).join("")}</tr>`;
}

function cellHtml(value: Cell, unit: Column["unit"]): string {
  if (value === null) return '<td class="none">–</td>';
  if (typeof value === "number")
    return `<td class="number">${escaped(unit ? valueText(value, unit) : value.toLocaleString("en-US"))}</td>`;
  if (typeof value === "boolean") return `<td>${value ? "yes" : "no"}</td>`;
  return `<td>${escaped(value)}</td>`;
}
