import type { AlertMapping, IntegrationType } from "@opsplane/contract";
import { isAlertmanagerBody, readAlertmanager } from "./alertmanager.ts";
import { type Fields, isFields, type Received, unusable } from "./incoming.ts";
import { readJson } from "./json.ts";
import { isPagerDutyBody, readPagerDuty } from "./pagerduty.ts";

export interface Format {
  type: IntegrationType;
  mapping: AlertMapping;
}

/** The alerts of a body. A mapping describes all bodies of its integration; others are recognized by their fields. */
export function readAlerts({ type, mapping }: Format, body: unknown, newKey: string): Received[] {
  if (type === "json") return readJson(body, mapping);
  if (isAlertmanagerBody(body)) return readAlertmanager(fieldsOf(body));
  if (isPagerDutyBody(body)) return [readPagerDuty(fieldsOf(body), newKey)];
  return unusable("", `The body is not ${expected[type]}.`);
}

const expected: Record<Exclude<IntegrationType, "json">, string> = {
  alertmanager: "a webhook of Alertmanager: it has no list of alerts with a groupKey or receiver",
  grafana: "a webhook of Grafana: it has no list of alerts with a groupKey or receiver",
  pagerduty: "an event of PagerDuty: it has no event_action",
};

function fieldsOf(body: unknown): Fields {
  return isFields(body) ? body : {};
}
