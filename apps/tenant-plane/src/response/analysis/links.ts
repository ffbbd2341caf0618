import type { EntitySeries } from "../../telemetry/index.ts";
import type { Action, AlertFact } from "./facts.ts";
import { onsetMs, usualMs } from "./windows.ts";

// Pages of the console.

/** Change events of alert integrations have no page. */
export function actionLink(action: Action): string | null {
  if (action.source === "deployment") return versionLink(action.service, action.title, Date.parse(action.started_at));
  if (action.reference === null) return null;
  return `/${action.source === "execution" ? "executions" : "changes"}/${action.reference}`;
}

/** The traces of one version of a service. */
function versionLink(service: string, version: string, at: number): string {
  return `/traces?${new URLSearchParams({ ...around(at), service, attr: `service.version=${version}` })}`;
}

export function incidentLink(reference: string): string {
  return `/incidents/${reference}`;
}

export function alertLink({ id }: Pick<AlertFact, "id">): string {
  return `/alerts?${new URLSearchParams({ alert: id })}`;
}

export function itemLink(id: string): string {
  return `/cmdb/${id}?tab=impact&direction=upstream`;
}

export function serviceLink(service: string, at: number): string {
  return `/services/${encodeURIComponent(service)}?${new URLSearchParams(around(at))}`;
}

export function tracesLink(service: string, operation: string, at: number): string {
  return `/traces?${new URLSearchParams({ ...around(at), service, operation })}`;
}

/** The traces of everything on a host. */
export function hostTracesLink(host: string, at: number): string {
  return `/traces?${new URLSearchParams({ ...around(at), attr: `host.name=${host}` })}`;
}

/** The lines of a service, with the words of a template that has any. */
export function logsLink(service: string, at: number, template: string | undefined): string {
  const q = template === undefined ? "" : phraseOf(template);
  return `/logs?${new URLSearchParams({ ...around(at), service, ...(q === "" ? {} : { q }) })}`;
}

/** The lines of all programs on a host, with the words of a template that has any. */
export function hostLogsLink(host: string, at: number, template: string): string {
  const q = `host:${JSON.stringify(host)} ${phraseOf(template)}`.trim();
  return `/logs?${new URLSearchParams({ ...around(at), q })}`;
}

/** The longest part of a template without values, as a phrase of the log language. */
function phraseOf(template: string): string {
  const parts = template
    .replace(/^(debug|info|warn|error|fatal) /i, "")
    .split(/<\*>|["\\]/)
    .map((part) => part.trim());
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a), "");
  return longest.length < 3 ? "" : `"${longest.slice(0, 100)}"`;
}

/** The chart of a metric for one thing. */
export function metricLink(
  { metric, entity, labels }: Pick<EntitySeries, "metric" | "entity" | "labels">,
  at: number,
): string {
  const [label = "service.name"] = Object.entries(labels).find(([, value]) => value === entity) ?? [];
  const word = (text: string) => (/^[\w.:/-]+$/.test(text) ? text : JSON.stringify(text));
  return `/metrics?${new URLSearchParams({ ...around(at), a: `${word(metric)},${word(label)}=${word(entity)}` })}`;
}

/** From the usual time until a little after the problem began. */
function around(at: number): { from: string; to: string } {
  return {
    from: new Date(at - usualMs / 2).toISOString(),
    to: new Date(at + onsetMs).toISOString(),
  };
}
