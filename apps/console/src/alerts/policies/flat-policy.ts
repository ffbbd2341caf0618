import type { AlertPolicyContent } from "@opsplane/contract";

/** A policy as one table of fields, so that two versions can be compared. */
export function flatPolicy({
  condition,
  severity_levels,
  labels,
  ...content
}: AlertPolicyContent): Record<string, unknown> {
  const { group_by, ci_ids, ci_labels, ...plain } = content;
  return {
    ...Object.fromEntries(Object.entries(plain).map(([field, value]) => [field.replaceAll("_", " "), shown(value)])),
    ...Object.fromEntries(
      Object.entries(condition).map(([field, value]) => [`condition: ${field.replaceAll("_", " ")}`, shown(value)]),
    ),
    "group by": group_by.join(", "),
    "severity levels": severity_levels.map(({ severity, threshold }) => `${severity} at ${threshold}`).join(", "),
    labels: Object.entries(labels)
      .map(([name, value]) => `${name}=${value}`)
      .join(", "),
    CIs: ci_ids.join(", "),
    "CI labels": ci_labels.join(", "),
  };
}

function shown(value: unknown): unknown {
  return Array.isArray(value) ? value.join(", ") : value;
}
