import {
  type ApprovalStep,
  type ApproverType,
  approverTypes,
  type InstanceStatus,
  type StepInput,
  type StepOutcome,
  type StepResult,
} from "@opsplane/contract";
import { fail, invalid } from "@opsplane/runtime";

/** A step in its normalized form. The value is not resolved yet. */
export interface ReadStep {
  order: number;
  name: string;
  type: ApproverType;
  value: string | null;
  required: boolean;
}

export function readSteps(written: readonly StepInput[]): ReadStep[] {
  const steps = written.map((step, index) => ({
    order: step.order ?? index + 1,
    name: step.name?.trim() ?? "",
    ...approverOf(step, `steps.${index}`),
    required: step.required ?? true,
  }));
  const twice = steps.find(({ order }, index) => steps.findIndex((other) => other.order === order) < index);
  if (twice) invalid("steps", `has two steps with the order ${twice.order}; use a different order for each`);
  return steps.sort((a, b) => a.order - b.order);
}

/** `approver_type` and `approver_value`, or `approver` as "role", "role:admin" or { type, value }. */
function approverOf(step: StepInput, path: string): { type: ApproverType; value: string | null } {
  const { type, value } = spelled(step, path);
  const named = value?.trim() ?? "";
  if (type === "any") return { type, value: null };
  if (named === "") invalid(`${path}.approver_value`, `is required: which ${type} decides?`);
  return { type, value: named };
}

function spelled(
  { approver, approver_type, approver_value = null }: StepInput,
  path: string,
): { type: ApproverType; value: string | null } {
  if (approver_type !== undefined) return { type: approver_type, value: approver_value };
  if (typeof approver === "object") return { type: approver.type, value: approver.value ?? approver_value };
  if (approver === undefined) return invalid(`${path}.approver_type`, "is required");
  const [word = "", ...rest] = approver.split(":");
  const type =
    approverTypes.find((known) => known === word.trim()) ??
    invalid(`${path}.approver`, `must start with one of ${approverTypes.join(", ")}, such as 'role:admin'`);
  return { type, value: rest.length > 0 ? rest.join(":") : approver_value };
}

/** The state of an approval. */
export interface Chain {
  status: InstanceStatus;
  steps: readonly ApprovalStep[];
  current_step: number | null;
  step_results: readonly StepResult[];
}

export function begin(steps: readonly ApprovalStep[]): Chain {
  return { status: "pending", steps, current_step: steps[0]?.order ?? null, step_results: [] };
}

export interface Decision {
  result: StepOutcome;
  by: string;
  comment: string;
  at: Date;
}

/** The chain after a decision on its current step. A rejected required step ends it; after the last step it is approved. */
export function decide(chain: Chain, { result, by, comment, at }: Decision): Chain {
  const step = currentStep(chain) ?? fail("CONFLICT", `This was ${chain.status} already.`);
  if (result === "skipped" && step.required) invalid("decision", `${titleOf(step)} is required and cannot be skipped`);
  const made: StepResult = {
    order: step.order,
    name: step.name,
    result,
    decided_by: by,
    comment,
    decided_at: at.toISOString(),
  };
  const step_results = [...chain.step_results, made];
  if (result === "rejected" && step.required) return { ...chain, step_results, status: "rejected", current_step: null };
  const next = chain.steps.find(({ order }) => order > step.order);
  return { ...chain, step_results, status: next ? "pending" : "approved", current_step: next?.order ?? null };
}

export function currentStep({ steps, current_step }: Pick<Chain, "steps" | "current_step">): ApprovalStep | undefined {
  return steps.find(({ order }) => order === current_step);
}

/** The name of a step in a sentence. */
export function titleOf({ order, name }: { order: number; name: string }): string {
  return name === "" ? `Step ${order}` : `Step ${order} (${name})`;
}
