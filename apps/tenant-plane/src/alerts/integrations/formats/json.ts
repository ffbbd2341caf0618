import { type AlertMapping, maxReceivedAlerts } from "@opsplane/contract";
import {
  type IncomingAlert,
  isFields,
  keyOf,
  keyOfLabels,
  labelsOf,
  linkOf,
  type Problem,
  paragraphs,
  type Received,
  textOf,
  timeOf,
  unusable,
} from "./incoming.ts";
import { valueAt } from "./paths.ts";

/** Reads JSON of any form with an integration's mapping. */
export function readJson(body: unknown, mapping: AlertMapping): Received[] {
  const { list } = mapping;
  const found = list.trim() === "" ? body : valueAt(body, list);
  if (list.trim() !== "" && !Array.isArray(found))
    unusable(list, "is not a list; the mapping expects the alerts there");
  const alerts = Array.isArray(found) ? found : [found];
  if (alerts.length > maxReceivedAlerts)
    unusable(list, `has ${alerts.length} alerts; send at most ${maxReceivedAlerts}`);
  const isList = Array.isArray(found);
  return alerts.map((alert, at) => readAlert(alert, isList ? `${list.trim()}[${at}]` : "", mapping));
}

function readAlert(source: unknown, place: string, mapping: AlertMapping): Received {
  const pathOf = (field: string) => (place === "" ? field : `${place}.${field}`);
  if (!isFields(source)) return { alert: null, problems: [{ path: place, message: "must be an object" }], source };
  const text = (field: "name" | "summary" | "description" | "severity" | "dedup_key", maxLength: number) =>
    textOf(valueAt(source, mapping[field]), maxLength);
  const problems: Problem[] = [];
  const name = text("name", 200) ?? text("summary", 200);
  if (name === undefined)
    problems.push({ path: pathOf(mapping.name || "name"), message: "has no text; the mapping expects the name there" });
  const labels = labelsFrom(valueAt(source, mapping.labels));
  const key = text("dedup_key", 10_000);
  const alert: IncomingAlert | null =
    name === undefined
      ? null
      : {
          action: actionOf(valueAt(source, mapping.status), mapping),
          dedupKey: key === undefined ? keyOfLabels(name, labels) : keyOf(key),
          incidentKey: null,
          name,
          summary: text("summary", 500) ?? name,
          description: paragraphs(text("description", 10_000)),
          severity: text("severity", 100) ?? null,
          labels,
          url: linkOf(valueAt(source, mapping.url)),
          value: null,
          startsAt: timeOf(valueAt(source, mapping.starts_at)),
        };
  return { alert, problems, source };
}

function actionOf(status: unknown, { resolved_values, acknowledged_values }: AlertMapping): IncomingAlert["action"] {
  const word = textOf(status, 200)?.toLowerCase();
  const isOneOf = (values: readonly string[]) => values.some((value) => value.trim().toLowerCase() === word);
  if (word === undefined) return "trigger";
  return isOneOf(resolved_values) ? "resolve" : isOneOf(acknowledged_values) ? "acknowledge" : "trigger";
}

/** An object, or a list of texts such as `env:prod` or `env=prod`. */
function labelsFrom(value: unknown): Record<string, string> {
  if (!Array.isArray(value)) return labelsOf(value);
  const pairs = value.flatMap((tag) => {
    const found = typeof tag === "string" ? /^([^:=]+)[:=](.*)$/s.exec(tag) : null;
    return found?.[1] === undefined ? [] : [[found[1].trim(), found[2]] as const];
  });
  return labelsOf(Object.fromEntries(pairs));
}
