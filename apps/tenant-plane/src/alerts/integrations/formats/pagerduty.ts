import {
  clean,
  type Fields,
  type IncomingAlert,
  type IncomingChange,
  isFields,
  keyOf,
  labelsOf,
  linkOf,
  linksText,
  type Problem,
  paragraphs,
  type Received,
  textOf,
  timeOf,
} from "./incoming.ts";

// PagerDuty's Events API v2.

const actions = ["trigger", "acknowledge", "resolve"] as const;

export function isPagerDutyBody(body: unknown): boolean {
  return isFields(body) && "event_action" in body;
}

/** `newKey` is the key of an alert whose sender gives none. */
export function readPagerDuty({ routing_key: _secret, ...source }: Fields, newKey: string): Received {
  const { event_action, dedup_key, links, client, client_url } = source;
  const action = actions.find((each) => each === event_action);
  const payload = isFields(source.payload) ? source.payload : {};
  const summary = textOf(payload.summary, 1024);
  const given = textOf(dedup_key, 10_000);
  const problems = [
    ...(action === undefined ? [{ path: "event_action", message: `must be ${actions.join(", ")}` }] : []),
    ...(action === "trigger" ? payloadProblems(payload) : []),
    ...(action !== undefined && action !== "trigger" && given === undefined
      ? [{ path: "dedup_key", message: "is required" }]
      : []),
  ];
  if (action === undefined || problems.length > 0) return { alert: null, problems, source };
  const alert: IncomingAlert = {
    action,
    dedupKey: keyOf(given ?? newKey),
    incidentKey: null,
    name: clean(summary ?? given ?? "", 200),
    summary: clean(summary ?? "", 500),
    description: paragraphs(detailsText(payload.custom_details), linksText(linksOf(links, client, client_url))),
    severity: textOf(payload.severity, 100) ?? null,
    labels: pagerDutyLabels(payload),
    url: linkOf(client_url) ?? (Array.isArray(links) && isFields(links[0]) ? linkOf(links[0].href) : null),
    value: null,
    startsAt: timeOf(payload.timestamp),
  };
  return { alert, problems: [], source };
}

export function readPagerDutyChange({ routing_key: _secret, ...source }: Fields): Received<IncomingChange> {
  const payload = isFields(source.payload) ? source.payload : {};
  const summary = textOf(payload.summary, 200);
  if (summary === undefined)
    return { alert: null, problems: [{ path: "payload.summary", message: "is required" }], source };
  const alert = {
    action: "change" as const,
    name: summary,
    labels: pagerDutyLabels(payload),
    startsAt: timeOf(payload.timestamp),
  };
  return { alert, problems: [], source };
}

const severityWords = ["critical", "error", "warning", "info"];

function payloadProblems(payload: Fields): Problem[] {
  const required = ["summary", "source"].filter((field) => textOf(payload[field], 100) === undefined);
  return [
    ...required.map((field) => ({ path: `payload.${field}`, message: "is required" })),
    ...(severityWords.some((word) => word === payload.severity)
      ? []
      : [{ path: "payload.severity", message: `must be one of ${severityWords.join(", ")}` }]),
  ];
}

/** Where it happened, and the details that are texts or numbers. */
function pagerDutyLabels(payload: Fields): Record<string, string> {
  const { source, component, group, class: kind } = payload;
  return labelsOf({ ...labelsOf(payload.custom_details), ...given({ source, component, group, class: kind }) });
}

function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

/** Details that are no labels. */
function detailsText(details: unknown): string | undefined {
  if (typeof details === "string") return details;
  const nested = isFields(details)
    ? Object.fromEntries(Object.entries(details).filter(([, value]) => typeof value === "object" && value !== null))
    : {};
  return Object.keys(nested).length === 0
    ? undefined
    : `\`\`\`json\n${JSON.stringify(nested, null, 2).slice(0, 8000)}\n\`\`\``;
}

function linksOf(links: unknown, client: unknown, clientUrl: unknown): Record<string, unknown> {
  const own = Array.isArray(links)
    ? links
        .slice(0, 10)
        .flatMap((link, at) => (isFields(link) ? [[textOf(link.text, 100) ?? `Link ${at + 1}`, link.href]] : []))
    : [];
  return Object.fromEntries([...own, [textOf(client, 100) ?? "Sender", clientUrl]]);
}
