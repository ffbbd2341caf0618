import type { RunbookContent } from "@opsplane/contract";

/** A version as one table of fields, so that two of them can be compared field by field. Steps are named by their ids. */
export function flatContent(content: RunbookContent): Record<string, unknown> {
  const { parameters, steps, on_failure, verification, ...fields } = content;
  const flat: Record<string, unknown> = { ...fields };
  for (const { name, ...parameter } of parameters) flat[`parameter ${name}`] = parameter;
  flat["order of steps"] = steps.map(({ id }) => id).join(" → ");
  for (const step of [...steps, ...on_failure]) {
    for (const [field, value] of Object.entries(step)) if (field !== "id") flat[`${step.id}: ${field}`] = value;
  }
  flat["if a step fails"] = on_failure.map(({ id }) => id).join(" → ");
  for (const [field, value] of Object.entries(verification ?? {})) flat[`verification: ${field}`] = value;
  return flat;
}
