import {
  type AlertIntegrationSettings,
  type AlertMapping,
  type IntegrationType,
  usualCiLabels,
} from "@opsplane/contract";
import { invalid } from "@opsplane/runtime";
import { parsePath } from "./formats/paths.ts";

/** PagerDuty's events name what they are about with these. */
const ciLabels = [...usualCiLabels, "source", "component"];

const usualMapping: AlertMapping = {
  list: "",
  name: "name",
  summary: "summary",
  description: "description",
  severity: "severity",
  status: "status",
  resolved_values: ["resolved", "ok", "closed", "recovered"],
  acknowledged_values: ["acknowledged"],
  dedup_key: "dedup_key",
  labels: "labels",
  url: "url",
  starts_at: "starts_at",
};

export type SettingsInput = Partial<Omit<AlertIntegrationSettings, "mapping">> & { mapping?: Partial<AlertMapping> };

/** PagerDuty's resolve event is meant for the incident, so that is the default there. */
export function usualSettings(type: IntegrationType): AlertIntegrationSettings {
  return {
    mapping: usualMapping,
    severity_map: {},
    default_severity: "P3",
    labels: {},
    ci_labels: ciLabels,
    escalation_policy_id: null,
    auto_resolve: type === "pagerduty",
  };
}

/** The settings with what was given. Refuses paths that cannot be read. */
export function changedSettings(before: AlertIntegrationSettings, input: SettingsInput): AlertIntegrationSettings {
  const { mapping, severity_map, default_severity, labels, ci_labels, escalation_policy_id, auto_resolve } = {
    ...before,
    ...input,
    mapping: { ...before.mapping, ...input.mapping },
  };
  for (const [field, path] of Object.entries(mapping))
    if (typeof path === "string" && parsePath(path) === undefined)
      invalid(`mapping.${field}`, `'${path}' is not a path such as alert.tags[0].name`);
  return { mapping, severity_map, default_severity, labels, ci_labels, escalation_policy_id, auto_resolve };
}
