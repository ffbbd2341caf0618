import { contentOf, type RunbookInput } from "@opsplane/automation";
import type { Parameter, Runbook, RunbookContent, RunbookStepInput, RunbookStepType } from "@opsplane/contract";

// The draft of a runbook, and its edits. Each function returns a new value.

/** A step or parameter with a React key, because its own id or name can change while it is edited. */
type Keyed<T> = T & { key: string };
export type StepDraft = Keyed<RunbookStepInput>;
export type ParameterDraft = Keyed<Parameter>;

export interface RunbookDraft extends Omit<RunbookContent, "steps" | "on_failure" | "parameters"> {
  parameters: ParameterDraft[];
  steps: StepDraft[];
  on_failure: StepDraft[];
}

/** The fields of a value. Undefined removes a field. */
export type Changes<T> = { [Field in keyof T]?: T[Field] | undefined };

export function draftOf(runbook: Runbook | undefined): RunbookDraft {
  const content = contentOf(runbook ?? { name: "" });
  return {
    ...content,
    parameters: content.parameters.map((parameter) => ({ ...parameter, key: parameter.name })),
    steps: content.steps.map((step) => ({ ...step, key: step.id })),
    on_failure: content.on_failure.map((step) => ({ ...step, key: step.id })),
  };
}

/** What is saved and linted: steps have ids, and no part has a key. */
export function contentIn(draft: RunbookDraft): RunbookContent {
  const input: RunbookInput = {
    ...draft,
    parameters: draft.parameters.map(withoutKey),
    steps: draft.steps.map(withoutKey),
    on_failure: draft.on_failure.map(withoutKey),
  };
  return contentOf(input);
}

function withoutKey<T extends object>({ key: _, ...part }: Keyed<T>) {
  return part;
}

/** Applies changes to a step or parameter. */
export function edited<T extends object>(part: T, changes: Changes<T>): T {
  const next = { ...part };
  for (const name in changes) {
    if (changes[name] === undefined) Reflect.deleteProperty(next, name);
    else Reflect.set(next, name, changes[name]);
  }
  return next;
}

export function replaced<T extends { key: string }>(parts: readonly T[], part: T): T[] {
  return parts.map((each) => (each.key === part.key ? part : each));
}

export function removed<T extends { key: string }>(parts: readonly T[], key: string): T[] {
  return parts.filter((each) => each.key !== key);
}

/** Moves a part to a place; the other parts keep their order. A place outside the list changes nothing. */
export function moved<T extends { key: string }>(parts: readonly T[], key: string, to: number): T[] {
  const part = parts.find((each) => each.key === key);
  if (!part || to < 0 || to >= parts.length) return [...parts];
  const others = removed(parts, key);
  return [...others.slice(0, to), part, ...others.slice(to)];
}

/** Inserts a copy after the step. The copy gets an id of its own from its title. */
export function duplicated(steps: readonly StepDraft[], key: string, copyKey: string): StepDraft[] {
  return steps.flatMap((step) => {
    if (step.key !== key) return [step];
    const { id: _, ...rest } = step;
    return [step, { ...rest, key: copyKey, title: `${step.title.slice(0, 190)} (copy)` }];
  });
}

const firstFields: Record<RunbookStepType, Omit<RunbookStepInput, "type">> = {
  command: { title: "Run a command", command: "", timeout_seconds: 60 },
  http: { title: "Send a request", method: "GET", url: "", timeout_seconds: 30 },
  notification: { title: "Notify", message: "", recipients: [] },
  approval: { title: "Approve", approver_type: "any", instructions: "" },
  manual: { title: "Do by hand", instructions: "" },
  query: {
    title: "Check a signal",
    query: { source: "metrics", metric_name: "", agg: "avg", window_seconds: 300, operator: "<", threshold: 0 },
  },
  wait: { title: "Wait", seconds: 30 },
};

export function newStep(type: RunbookStepType, key: string): StepDraft {
  return { key, type, ...firstFields[type] };
}

export function newParameter(parameters: readonly ParameterDraft[], key: string): ParameterDraft {
  const taken = new Set(parameters.map(({ name }) => name));
  let number = parameters.length + 1;
  while (taken.has(`parameter_${number}`)) number++;
  return { key, name: `parameter_${number}`, type: "string", required: true };
}

/** The parameter as another type. Settings that the new type does not have are removed. */
export function asType(parameter: ParameterDraft, type: Parameter["type"]): ParameterDraft {
  const { pattern: _, choices, min, max, default: __, secret_id: ___, ...kept } = parameter;
  const isNumber = type === "number" || type === "integer";
  return {
    ...kept,
    type,
    ...(type === "choice" ? { choices: choices ?? [] } : {}),
    ...(isNumber && min !== undefined ? { min } : {}),
    ...(isNumber && max !== undefined ? { max } : {}),
  };
}
