import { type OperationGroups, type OperationSpec, statusOf } from "@opsplane/contract";
import { replySchema } from "./envelope.ts";

/** The API documentation as one page without scripts or external resources. It works offline and under a strict CSP. */
export function docsPage(
  groups: OperationGroups,
  about: { title: string; version: string; description: string },
): string {
  const sections = Object.entries(groups).map(([group, specs]) => section(group, specs));
  const links = Object.keys(groups).map((group) => `<a href="#${group}">${group}</a>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(about.title)} API</title><style>${css}</style></head><body>
<header><h1>${safe(about.title)} API <small>${safe(about.version)}</small></h1>
<p>${withCode(safe(about.description))}
Responses are <code>{ "data": … }</code>, errors <code>{ "error", "code", "trace_id" }</code>.
Machine-readable: <a href="/api/openapi.json">openapi.json</a>.</p><nav aria-label="Areas">${links.join(" ")}</nav></header>
<main>${sections.join("\n")}</main></body></html>`;
}

function section(group: string, specs: Readonly<Record<string, OperationSpec>>): string {
  const entries = Object.entries(specs).map(([name, spec]) => entry(`${group}.${name}`, spec));
  return `<section id="${group}"><h2>${group}</h2>${entries.join("\n")}</section>`;
}

function entry(id: string, spec: OperationSpec): string {
  const facts = [
    `permission <code>${spec.access}</code>`,
    spec.module ? `module <code>${spec.module}</code>` : "",
    `answers <code>${statusOf(spec)}</code>`,
  ];
  return `<details id="${id}"><summary><b class="${spec.method}">${spec.method}</b> <code>${safe(spec.path)}</code> <span>${safe(spec.summary)}</span></summary>
<p>${[spec.description ? withCode(safe(spec.description)) : "", facts.filter(Boolean).join(" · ")].filter(Boolean).join("</p><p>")}</p>
${fields("Path", spec.params)}${fields("Query", spec.query)}${fields("Body", spec.body)}${fields("Answer", replySchema(spec))}</details>`;
}

interface Shape {
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  description?: string;
  default?: unknown;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
}

function fields(title: string, schema: unknown): string {
  const rows = rowsOf(schema as Shape | undefined, "", 0);
  if (rows.length === 0) return "";
  return `<h3>${title}</h3><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function rowsOf(shape: Shape | undefined, prefix: string, depth: number): string[] {
  if (!shape || depth > 4) return [];
  if (shape.items) return rowsOf(shape.items, `${prefix}[]`, depth);
  return Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const needed = shape.required?.includes(name) ? "" : " <small>optional</small>";
    const said = [
      field.description,
      field.enum ? `one of ${field.enum.join(", ")}` : "",
      field.default === undefined ? "" : `default ${field.default}`,
    ];
    const row = `<tr><td><code>${safe(path)}</code>${needed}</td><td>${safe(typeOf(field))}</td><td>${safe(said.filter(Boolean).join("; "))}</td></tr>`;
    return [row, ...rowsOf(field, path, depth + 1)];
  });
}

function typeOf(shape: Shape): string {
  const type = [shape.type ?? "any"].flat().join(" or ");
  return shape.items ? `array of ${typeOf(shape.items)}` : shape.format ? `${type} (${shape.format})` : type;
}

function withCode(text: string): string {
  return text.replace(/`([^`]+)`/g, "<code>$1</code>");
}

function safe(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);
}

const css = `:root{color-scheme:light dark;--line:light-dark(#d5dae1,#333b47);--soft:light-dark(#f4f6f8,#171b22);--dim:light-dark(#505a67,#a2acba)}
body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:0 auto;padding:1.5rem;background:light-dark(#fff,#0f1217);color:light-dark(#15191f,#e7ebf0)}
h1{margin:0}h2{margin:2rem 0 .5rem;text-transform:capitalize}h3{margin:.9rem 0 .3rem;font-size:.9rem}small,summary span{color:var(--dim)}
a{color:light-dark(#0b57c2,#8ab8ff)}nav a{margin-right:.8rem}code{font:.9em ui-monospace,monospace}
details{border:1px solid var(--line);border-radius:6px;margin:.4rem 0;padding:.4rem .8rem;background:var(--soft)}summary{cursor:pointer}
summary b{display:inline-block;min-width:4.2rem;font:600 .85em ui-monospace,monospace}
table{border-collapse:collapse;width:100%;font-size:.9rem}td,th{border-top:1px solid var(--line);padding:.25rem .5rem;text-align:left;vertical-align:top}`;
