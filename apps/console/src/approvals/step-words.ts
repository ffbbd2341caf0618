import type {
  ApprovalInstance,
  ApprovalStep,
  ApproverType,
  Blocked,
  StepOutcome,
  StepResult,
} from "@opsplane/contract";

export const approverTypeWords: Record<ApproverType, string> = {
  user: "A person",
  group: "A group",
  role: "A role",
  any: "Anyone",
};

export const outcomeWords: Record<StepOutcome, string> = {
  approved: "Approved",
  rejected: "Rejected",
  skipped: "Skipped",
};

export const blockedWords: Record<Blocked, string> = {
  only_requester: "No one but the requester can decide this step.",
  no_approver: "No one can decide this step.",
};

type Approver = Pick<ApprovalStep, "approver_type" | "approver_name" | "approver_value" | "required">;

/** "Ann", "group CAB", "role admin", "anyone". */
export function approverWords({ approver_type, approver_name, approver_value }: Omit<Approver, "required">): string {
  if (approver_type === "any") return "anyone";
  const name = approver_name || approver_value || "?";
  return approver_type === "user" ? name : `${approver_type} ${name}`;
}

/** "role admin → group CAB → anyone (optional)". */
export function chainWords(steps: readonly Approver[]): string {
  return steps.map((step) => approverWords(step) + (step.required ? "" : " (optional)")).join(" → ");
}

export type StepState =
  | { kind: "decided"; result: StepResult }
  | { kind: "current" }
  | { kind: "later" }
  | { kind: "never" };

export function stepState(instance: ApprovalInstance, step: ApprovalStep): StepState {
  const result = resultOf(instance, step.order);
  if (result) return { kind: "decided", result };
  if (instance.status !== "pending") return { kind: "never" };
  return { kind: step.order === instance.current_step ? "current" : "later" };
}

/** The people who can decide: "Ann, Bob +3". */
export function eligibleWords({ eligible }: Pick<ApprovalInstance, "eligible">): string {
  const shown = 2;
  const names = eligible.slice(0, shown).map(({ name }) => name);
  const more = eligible.length - names.length;
  return names.join(", ") + (more > 0 ? ` +${more}` : "");
}

/** The message for a decision that came too late. */
export function lateWords(now: ApprovalInstance, step: number | null): string {
  const result = step === null ? undefined : resultOf(now, step);
  const what = result
    ? `Already decided by ${result.decided_by}: ${outcomeWords[result.result].toLowerCase()}.`
    : `This was already ${now.status === "pending" ? "decided" : now.status}.`;
  return `${what} Showing the latest state.`;
}

function resultOf(instance: ApprovalInstance, order: number): StepResult | undefined {
  return instance.step_results.findLast((result) => result.order === order);
}
