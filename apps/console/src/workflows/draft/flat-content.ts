import type { WorkflowContent } from "@opsplane/contract";

/** A version as one table of fields, so that two of them can be compared field by field. Positions on the canvas are left out. */
export function flatContent(content: WorkflowContent): Record<string, unknown> {
  const { inputs, outputs, steps, edges, triggers, ...fields } = content;
  const flat: Record<string, unknown> = { ...fields };
  for (const { name, ...input } of inputs) flat[`input ${name}`] = input;
  for (const { name, expression } of outputs) flat[`output ${name}`] = expression;
  for (const { type, ...trigger } of triggers) {
    const several = Object.keys(flat).filter((field) => field.startsWith(`trigger ${type}`)).length;
    flat[several === 0 ? `trigger ${type}` : `trigger ${type} ${several + 1}`] = { on: true, ...trigger };
  }
  flat.steps = steps.map(({ id }) => id).join(", ");
  for (const { id, config, position: _, ...step } of steps) {
    for (const [field, value] of Object.entries({ ...step, ...config })) flat[`${id}: ${field}`] = value;
  }
  for (const { from, to, condition } of edges) flat[`${from} → ${to}`] = condition || "always";
  return flat;
}
