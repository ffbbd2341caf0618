import type { RunPhase, RunStepStatus } from "@opsplane/contract";

/** What a run does: its steps and the edges between them. A run keeps its plan when its runbook or workflow changes. */
export interface Plan {
  nodes: readonly PlanNode[];
  edges: readonly PlanEdge[];
  /** A workflow's outputs: expressions by name. */
  outputs?: readonly { name: string; expression: string }[];
}

export interface PlanNode {
  id: string;
  phase: RunPhase;
  type: string;
  title: string;
  /** The step is skipped when this expression is false. */
  condition: string | null;
  continueOnFailure: boolean;
  timeoutSeconds: number | null;
  retries: number;
  retryDelaySeconds: number;
  /** After a crash the step may run again, although it may have had its effect already. */
  safeToRepeat: boolean;
  /** Where a canvas draws it. */
  position?: { x: number; y: number } | null;
  /** The step as it was written. */
  config: Readonly<Record<string, unknown>>;
}

/** `chain`: taken when the step before is over. `path`: taken when it succeeded and the condition is true. */
export interface PlanEdge {
  from: string;
  to: string;
  kind: "chain" | "path";
  condition: string | null;
}

/** What the rules need of a stored step. */
export interface StepState {
  id: string;
  status: RunStepStatus;
  output: Readonly<Record<string, unknown>>;
}

/** The names that conditions and templates can use. */
export interface RunScope {
  parameters: Readonly<Record<string, unknown>>;
  input: Readonly<Record<string, unknown>>;
  incident: Readonly<Record<string, unknown>> | null;
  steps: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The steps as expressions see them: `steps.check.status`, `steps.check.exit_code`. */
export function stepScope(states: readonly StepState[]): RunScope["steps"] {
  return Object.fromEntries(states.map(({ id, status, output }) => [id, { ...output, status }]));
}
