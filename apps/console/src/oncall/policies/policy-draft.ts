import type { EscalationPolicy, EscalationTargetType, Severity } from "@opsplane/contract";
import type { PolicyFields } from "./queries.ts";

export interface NamedTarget {
  type: EscalationTargetType;
  id: string;
  name: string;
  /** Why no page can reach it now. */
  problem?: string | null;
}

export interface StepDraft {
  /** The React key of a step, which has no id. */
  key: number;
  delay_seconds: number;
  targets: NamedTarget[];
  /** Empty: for all. */
  severities: Severity[];
}

export interface PolicyDraft {
  name: string;
  description: string;
  is_default: boolean;
  repeat: number;
  steps: StepDraft[];
}

export function draftOf(policy: EscalationPolicy | undefined): PolicyDraft {
  if (!policy) return { name: "", description: "", is_default: false, repeat: 0, steps: [newStep([])] };
  const { name, description, is_default, repeat, steps } = policy;
  return {
    ...{ name, description, is_default, repeat },
    steps: steps.map(({ delay_seconds, targets, severities }, index) => ({
      ...{ key: index, delay_seconds, targets },
      severities: severities ?? [],
    })),
  };
}

/** The first step is used at once, the others after five minutes. */
export function newStep(steps: readonly StepDraft[]): StepDraft {
  const key = Math.max(-1, ...steps.map((step) => step.key)) + 1;
  return { key, delay_seconds: steps.length === 0 ? 0 : 300, targets: [], severities: [] };
}

export function stepProblem({ targets }: StepDraft): string | undefined {
  return targets.length === 0 ? "Choose who is paged." : undefined;
}

export function fieldsOf({ name, description, is_default, repeat, steps }: PolicyDraft): PolicyFields {
  return {
    ...{ name: name.trim(), description: description.trim(), is_default, repeat },
    steps: steps.map(({ delay_seconds, targets, severities }, index) => ({
      order: index + 1,
      delay_seconds,
      severities: severities.length === 0 ? null : severities,
      targets: targets.map(({ type, id }) => ({ type, id })),
    })),
  };
}
