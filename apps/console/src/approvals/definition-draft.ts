import type { ApprovalDefinition, ApproverType } from "@opsplane/contract";
import type { DefinitionFields } from "./mutations.ts";

export interface StepDraft {
  /** The React key of a step, which has no id while it is edited. */
  key: number;
  name: string;
  type: ApproverType;
  value: string;
  /** The name of the person or group, if known. */
  label: string;
  required: boolean;
}

export interface DefinitionDraft {
  name: string;
  description: string;
  steps: StepDraft[];
  allow_self_approval: boolean;
  default_for: ApprovalDefinition["default_for"];
}

export function draftOf(definition: ApprovalDefinition | undefined): DefinitionDraft {
  return {
    name: definition?.name ?? "",
    description: definition?.description ?? "",
    steps: definition
      ? definition.steps.map((step, index) => ({
          key: index,
          name: step.name,
          type: step.approver_type,
          value: step.approver_value ?? "",
          label: step.approver_name,
          required: step.required,
        }))
      : [newStep([])],
    allow_self_approval: definition?.allow_self_approval ?? false,
    default_for: definition?.default_for ?? [],
  };
}

export function newStep(steps: readonly StepDraft[]): StepDraft {
  const key = Math.max(-1, ...steps.map((step) => step.key)) + 1;
  return { key, name: "", type: "group", value: "", label: "", required: true };
}

export function moveStep(steps: readonly StepDraft[], from: number, step: 1 | -1): StepDraft[] {
  const moved = [...steps];
  const [one, other] = [steps[from], steps[from + step]];
  if (!one || !other) return moved;
  moved[from] = other;
  moved[from + step] = one;
  return moved;
}

export function stepProblem({ type, value }: StepDraft): string | undefined {
  return type !== "any" && value.trim() === "" ? `Which ${type === "user" ? "person" : type}?` : undefined;
}

export function fieldsOf({ steps, ...draft }: DefinitionDraft): DefinitionFields {
  return {
    ...draft,
    name: draft.name.trim(),
    steps: steps.map(({ name, type, value, required }, index) => ({
      order: index + 1,
      name: name.trim(),
      approver_type: type,
      approver_value: type === "any" ? null : value.trim(),
      required,
    })),
  };
}
