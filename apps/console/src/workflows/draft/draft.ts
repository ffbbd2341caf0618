import type { Workflow, WorkflowContent, WorkflowStep, WorkflowStepType } from "@opsplane/contract";

/** A workflow in the builder. Canvas and list edit the same draft. */
export type Draft = WorkflowContent;

export function draftOf(workflow: Workflow | undefined): Draft {
  if (!workflow) return emptyDraft;
  const { name, description, enabled, inputs, outputs, steps, edges, triggers } = workflow;
  const { timeout_seconds, saved_minutes } = workflow;
  return { name, description, enabled, inputs, outputs, steps, edges, triggers, timeout_seconds, saved_minutes };
}

const emptyDraft: Draft = {
  name: "",
  description: "",
  enabled: true,
  inputs: [],
  outputs: [],
  steps: [],
  edges: [],
  triggers: [{ type: "manual" }],
  timeout_seconds: null,
  saved_minutes: null,
};

const firstConfig: Record<WorkflowStepType, WorkflowStep["config"]> = {
  runbook: {},
  approval: { approver_type: "any" },
  condition: { expression: "" },
  notification: { message: "", recipients: [] },
  delay: { seconds: 300 },
};

/** A new step with an id that no other step has. */
export function newStep(type: WorkflowStepType, steps: readonly WorkflowStep[]): WorkflowStep {
  const taken = new Set(steps.map(({ id }) => id));
  let id: string = type;
  for (let number = 2; taken.has(id); number += 1) id = `${type}_${number}`;
  return { id, type, name: "", config: { ...firstConfig[type] }, position: null };
}
