import { lintWorkflow } from "@opsplane/automation";
import type { LintProblem, WorkflowContent, WorkflowStep } from "@opsplane/contract";
import { cronProblem, type Db, fail, slotsAfter } from "@opsplane/runtime";
import { approverStep } from "../itsm/index.ts";
import type { StoredWorkflow } from "./store/workflows.ts";
import { knownRunbooks } from "./store/workflows.ts";

type StepInput = Omit<WorkflowStep, "name" | "config"> & { name?: string; config?: Record<string, unknown> };
export type ContentInput = Partial<Omit<WorkflowContent, "steps">> & { steps?: StepInput[] };

/** What a workflow consists of after a save: what was sent, and the rest as it was. */
export function contentOf(before: WorkflowContent, { steps, ...sent }: ContentInput): WorkflowContent {
  const completed = steps?.map(({ name = "", config = {}, ...step }) => ({ ...step, name, config }));
  return { ...before, ...sent, steps: completed ?? before.steps };
}

export const emptyContent: WorkflowContent = {
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

export function storedContent(workflow: StoredWorkflow): WorkflowContent {
  const { name, description, enabled, inputs, outputs, steps, edges, triggers } = workflow;
  const { timeout_seconds, saved_minutes } = workflow;
  return { name, description, enabled, inputs, outputs, steps, edges, triggers, timeout_seconds, saved_minutes };
}

const maxBytes = 512 * 1024;
const minGapSeconds = 60;

/** Refuses a graph that cannot run, and names the place. Returns the rest of the problems. */
export function assertSound(content: WorkflowContent, now: Date): LintProblem[] {
  if (Buffer.byteLength(JSON.stringify(content)) > maxBytes)
    refuse([{ path: "steps", message: "must not be larger than 512 kB together" }]);
  const problems = lintWorkflow(content);
  refuse([...problems.filter(({ level }) => level === "error"), ...scheduleProblems(content, now)]);
  return problems;
}

function refuse(errors: readonly { path: string; message: string }[]): void {
  const [first] = errors;
  if (!first) return;
  const details = errors.map(({ path, message }) => ({ path, message }));
  fail("VALIDATION_ERROR", `${first.path}: ${first.message}`, { details });
}

function scheduleProblems({ triggers }: WorkflowContent, now: Date): { path: string; message: string }[] {
  return triggers.flatMap((trigger, index) => {
    if (trigger.type !== "schedule") return [];
    const time = { cron: trigger.cron ?? "", timezone: trigger.timezone || "UTC" };
    const problem = cronProblem(time);
    if (problem) return [{ path: `triggers.${index}.${problem.field}`, message: problem.message }];
    const [one, two] = slotsAfter(time, now, 2);
    const isDense = one && two && two.getTime() - one.getTime() < minGapSeconds * 1000;
    return isDense
      ? [{ path: `triggers.${index}.cron`, message: "must leave at least a minute between two runs" }]
      : [];
  });
}

/** Refuses runbooks and approvers that do not exist, and names the first. */
export async function assertReferences(db: Db, { steps }: WorkflowContent): Promise<void> {
  const wanted = steps.flatMap(({ type, config }, index) =>
    type === "runbook" ? [{ id: String(config.runbook_id), path: `steps.${index}.config.runbook_id` }] : [],
  );
  const ids = wanted.map(({ id }) => id);
  const known = ids.length === 0 ? [] : await knownRunbooks(db, ids);
  const unknown = wanted.find(({ id }) => !known.includes(id.toLowerCase()));
  if (unknown) {
    const message = `There is no runbook ${unknown.id}.`;
    fail("NOT_FOUND", message, { details: [{ path: unknown.path, message }] });
  }
  for (const { type, config, name, id } of steps) {
    if (type !== "approval") continue;
    const { approver_type = "any", approver_value = null } = config as Approver;
    await approverStep(db, { type: approver_type, value: approver_value, title: name || id });
  }
}

interface Approver {
  approver_type?: "user" | "group" | "role" | "any";
  approver_value?: string | null;
}
