import { escaped } from "./escape.ts";
import type { Cell, Chart, Column, Figure, ReportContent, Section, Table } from "./model.ts";
import { timeText } from "./periods.ts";
import { stylesheet } from "./stylesheet.ts";
import { legendColors, svgOf } from "./svg.ts";
import { changeText, isImprovement, meetsTarget, valueText } from "./values.ts";

/** More rows help no reader of a page. CSV and JSON have all of them. */
export const maxHtmlRows = 200;

/** One document without scripts, images or links to other files. It prints with a cover line and page breaks between data sources. */
export async function* htmlOf(content: ReportContent): AsyncGenerator<string> {
  const { name, type, narrative, sections } = content;
  yield [
    "<!doctype html>",
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escaped(name)}</title><style>${stylesheet}</style></head><body><main>`,
    `<header><p class="type">${escaped(type)}</p><h1>${escaped(name)}</h1>${facts(content)}</header>`,
    contents(sections),
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
    ["Period", `${timeText(period.from, timezone)} to ${timeText(period.to, timezone)} (${timezone})`],
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

function anchor(source: string): string {
  return `source-${source.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
}

async function* sectionHtml({ source, figures, charts, findings, notes, tables }: Section): AsyncGenerator<string> {
  const id = anchor(source);
  yield [
    `\n<section class="source" aria-labelledby="${id}"><h2 id="${id}">${escaped(source)}</h2>`,
    figures.length > 0 ? `<ul class="figures">${figures.map(figureHtml).join("")}</ul>` : "",
    findings.length > 0
      ? `<ul class="findings">${findings.map((each) => `<li>${escaped(each)}</li>`).join("")}</ul>`
      : "",
    ...charts.map(chartHtml),
  ].join("\n");
  for (const table of tables) yield* tableHtml(table);
  yield `${notes.map((note) => `<p class="small">${escaped(note)}</p>`).join("")}</section>`;
}

function figureHtml(figure: Figure): string {
  const { name, value, unit, currency, before, target } = figure;
  const change = changeText(figure);
  const isBetter = isImprovement(figure);
  const isMet = meetsTarget(figure);
  return [
    `<li><span class="name">${escaped(name)}</span><span class="value">${escaped(valueText(value, unit, currency))}</span>`,
    change === null
      ? ""
      : `<span class="change${isBetter === undefined ? "" : isBetter ? " good" : " bad"}">${escaped(change)} against ${escaped(valueText(before ?? null, unit, currency))}</span>`,
    target === undefined
      ? ""
      : `<span class="target${isMet === undefined ? "" : isMet ? " good" : " bad"}">Target ${escaped(valueText(target, unit, currency))}: ${isMet === undefined ? "not measured" : isMet ? "met" : "missed"}</span>`,
    "</li>",
  ].join("");
}

function chartHtml(chart: Chart): string {
  const { title, labels, series } = chart;
  const legend =
    series.length > 1
      ? `<ul class="legend">${legendColors(chart)
          .map(({ name, color }) => `<li><span style="background:${color}"></span>${escaped(name)}</li>`)
          .join("")}</ul>`
      : "";
  const image = labels.length === 0 ? '<p class="small">There is no data in this period.</p>' : svgOf(chart);
  return `<figure><figcaption>${escaped(title)}</figcaption>${image}${legend}${labels.length === 0 ? "" : chartTable(chart)}</figure>`;
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

async function* tableHtml({ name, columns, total, rows }: Table): AsyncGenerator<string> {
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
