import { isTrue, readParameters } from "@opsplane/automation";
import type { TriggerType, WorkflowContent } from "@opsplane/contract";
import { fail, type WriteScope } from "@opsplane/runtime";
import { type RunRow, type Settler, startRun } from "../runs/index.ts";
import { compile } from "./compile.ts";
import type { StartableWorkflow } from "./store/workflows.ts";

export interface StartInput {
  trigger: TriggerType;
  input: Record<string, unknown>;
  incidentId: string | null;
  startedBy: { label: string; userId: string | null };
}

/** Starts a run in the caller's write. */
export async function startWorkflow(
  settler: Settler,
  write: WriteScope,
  workflow: StartableWorkflow,
  { trigger, input, incidentId, startedBy }: StartInput,
): Promise<RunRow> {
  const { timeout_seconds } = workflow;
  return startRun(settler, write, {
    kind: "workflow_run",
    subject: { id: workflow.id, name: workflow.name, version: workflow.version },
    plan: compile(workflow),
    dryRun: false,
    parameters: input,
    secretParameters: null,
    targets: [],
    incidentId,
    requestId: null,
    parent: null,
    trigger,
    lockKey: "",
    deadlineAt: timeout_seconds === null ? null : new Date(write.now.getTime() + timeout_seconds * 1000),
    startedBy,
  });
}

/** The inputs that a person gave, checked against the workflow's own. */
export function checkedInput({ inputs }: WorkflowContent, given: Record<string, unknown>): Record<string, unknown> {
  const read = readParameters(inputs, given, "input");
  if (read.ok) return read.values;
  const [first] = read.problems;
  return fail("VALIDATION_ERROR", `${first?.path}: ${first?.message}`, { details: read.problems });
}

/** The data of an event, with the defaults of inputs that it does not have. */
export function eventInput({ inputs }: WorkflowContent, data: Record<string, unknown>): Record<string, unknown> {
  const defaults = inputs.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value] as const]));
  return { ...Object.fromEntries(defaults), ...data };
}

/** True when a trigger of this type wants the event. A condition that cannot be evaluated wants nothing. */
export function isWanted({ triggers }: WorkflowContent, type: TriggerType, input: Record<string, unknown>): boolean {
  return triggers.some((trigger) => {
    if (trigger.type !== type) return false;
    const condition = trigger.condition?.trim() ?? "";
    if (condition === "") return true;
    try {
      return isTrue(condition, { input, incident: input });
    } catch {
      return false;
    }
  });
}
