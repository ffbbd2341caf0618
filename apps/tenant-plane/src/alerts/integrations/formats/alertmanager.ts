import { maxReceivedAlerts } from "@opsplane/contract";
import { labelText } from "../../alert.ts";
import {
  type Fields,
  isFields,
  keyOf,
  keyOfLabels,
  labelsOf,
  linkOf,
  linksText,
  paragraphs,
  type Received,
  textOf,
  timeOf,
  unusable,
} from "./incoming.ts";

// Alertmanager's webhook, version 4, and Grafana's, which has the same form and more fields.

export function isAlertmanagerBody(body: unknown): boolean {
  return (
    isFields(body) && Array.isArray(body.alerts) && ("groupKey" in body || "receiver" in body || "commonLabels" in body)
  );
}

export function readAlertmanager(body: Fields): Received[] {
  const { alerts, groupKey } = body;
  if (!Array.isArray(alerts)) return unusable("alerts", "must be a list");
  if (alerts.length > maxReceivedAlerts)
    unusable("alerts", `has ${alerts.length} alerts; send at most ${maxReceivedAlerts}`);
  const incidentKey = typeof groupKey === "string" && groupKey !== "" ? keyOf(groupKey) : null;
  return alerts.map((alert, at) => readAlert(alert, `alerts[${at}]`, incidentKey));
}

function readAlert(source: unknown, path: string, incidentKey: string | null): Received {
  if (!isFields(source)) return { alert: null, problems: [{ path, message: "must be an object" }], source };
  const { status } = source;
  if (status !== "firing" && status !== "resolved")
    return { alert: null, problems: [{ path: `${path}.status`, message: "must be firing or resolved" }], source };
  const annotations = labelsOf(source.annotations);
  const { alertname, severity, ...labels } = labelsOf(source.labels);
  const name = textOf(alertname ?? annotations.summary, 200);
  if (name === undefined)
    return { alert: null, problems: [{ path: `${path}.labels.alertname`, message: "is required" }], source };
  const links = linksText({
    Runbook: annotations.runbook_url ?? annotations.runbook,
    Dashboard: source.dashboardURL,
    Panel: source.panelURL,
    "Silence in Grafana": source.silenceURL,
  });
  const summary = annotations.summary ?? annotations.message ?? annotations.description ?? labelText(labels);
  return {
    problems: [],
    source,
    alert: {
      action: status === "firing" ? "trigger" : "resolve",
      dedupKey: keyOf(textOf(source.fingerprint, 200) ?? keyOfLabels(name, labels)),
      incidentKey,
      name,
      summary: textOf(summary, 500) ?? name,
      description: paragraphs(annotations.description === summary ? undefined : annotations.description, links),
      severity: severity ?? labels.priority ?? null,
      labels,
      url: linkOf(source.panelURL) ?? linkOf(source.dashboardURL) ?? linkOf(source.generatorURL),
      value: singleValue(source.values),
      startsAt: timeOf(source.startsAt),
    },
  };
}

/** Grafana's values by the name of their query. Only a single one is the alert's value. */
function singleValue(values: unknown): number | null {
  if (!isFields(values)) return null;
  const [value, ...others] = Object.values(values);
  return typeof value === "number" && Number.isFinite(value) && others.length === 0 ? value : null;
}
