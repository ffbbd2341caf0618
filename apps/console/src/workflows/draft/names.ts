import { contextFields, stepsBefore, workflowOutputsOf } from "@opsplane/automation";
import type { Draft } from "./draft.ts";

/** The values that a step can use: inputs, the incident, and the outputs of steps before it. */
export function namesAt(draft: Draft, stepId: string, own = false): string[] {
  const before = stepsBefore(draft).get(stepId) ?? new Set();
  return namesOf(
    draft,
    draft.steps.filter(({ id }) => before.has(id) || (own && id === stepId)),
  );
}

/** The values after the last step, for outputs. */
export function namesAtEnd(draft: Draft): string[] {
  return namesOf(draft, draft.steps);
}

function namesOf({ inputs }: Draft, steps: Draft["steps"]): string[] {
  return [
    ...inputs.map(({ name }) => `input.${name}`),
    ...(contextFields.incident ?? []).map((field) => `incident.${field}`),
    ...steps.flatMap((step) => workflowOutputsOf(step).map((output) => `steps.${step.id}.${output}`)),
  ];
}
