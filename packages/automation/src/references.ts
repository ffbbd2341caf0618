import { own, type Parameter, type RunbookStep, type RunbookStepType } from "@opsplane/contract";
import { mayStartWith } from "@opsplane/patterns";

/** The names that a template or expression may use at its place. */
export interface Names {
  roots: readonly string[];
  /** The root of the parameters: `parameters` in runbooks, `input` in workflows. */
  inputs: "parameters" | "input";
  /** Undefined: any name, because an event brings the data. */
  parameters: ReadonlyMap<string, Parameter> | undefined;
  /** The steps that have run before, with their outputs. */
  steps: ReadonlyMap<string, readonly string[]>;
  /** All ids, to tell a later step from an unknown one. */
  ids: ReadonlySet<string>;
}

export const runbookRoots = ["parameters", "steps", "incident", "target", "execution"] as const;
export const workflowRoots = ["input", "incident", "steps"] as const;

/** The fields of the roots that are no parameters and no steps. The server fills exactly these. */
export const contextFields: Readonly<Record<string, readonly string[]>> = {
  incident: ["id", "reference", "title", "severity", "status"],
  target: ["name", "host_id", "ci_id"],
  execution: ["id", "reference", "runbook_name", "started_by", "failed_step", "error"],
};

const outputs: Record<RunbookStepType, readonly string[]> = {
  command: ["exit_code", "stdout", "stderr"],
  http: ["status", "body"],
  notification: ["recipients"],
  approval: ["decision", "comment", "decided_by"],
  manual: ["decision", "comment", "decided_by"],
  query: ["value"],
  wait: [],
};

/** The names of the values that a step of a runbook leaves. */
export function outputsOf({ type, extract }: Pick<RunbookStep, "type" | "extract">): string[] {
  return [...outputs[type], ...(type === "http" ? (extract ?? []).map(({ name }) => name) : [])];
}

/** What is wrong with a path; undefined when it names something. */
export function referenceProblem(path: readonly string[], names: Names): string | undefined {
  const [root = "", first, second] = path;
  const written = `'${path.join(".")}'`;
  if (!names.roots.includes(root)) return `${written} does not exist; a path starts with ${names.roots.join(", ")}.`;
  if (first === undefined) return `${written} is incomplete; name a value, such as ${example(root)}.`;
  if (root === names.inputs) {
    if (names.parameters === undefined || names.parameters.has(first)) return undefined;
    const noun = root === "parameters" ? "parameter" : "input";
    return `There is no ${noun} '${first}'; ${listed(`the ${noun}s are`, [...names.parameters.keys()])}.`;
  }
  if (root !== "steps") {
    const fields = own(contextFields, root) ?? [];
    return fields.includes(first) ? undefined : `'${root}' has no '${first}'; ${listed("it has", fields)}.`;
  }
  const known = names.steps.get(first);
  if (known === undefined)
    return names.ids.has(first)
      ? `The step '${first}' does not run before this one, so it has no values yet.`
      : `There is no step '${first}'; ${listed("the steps before are", [...names.steps.keys()])}.`;
  if (second === undefined) return `${written} is incomplete; ${listed("the step has", known)}.`;
  return known.includes(second) ? undefined : `The step '${first}' has no '${second}'; ${listed("it has", known)}.`;
}

function example(root: string): string {
  return root === "steps" ? "steps.check.value" : `${root}.${contextFields[root]?.[0] ?? "name"}`;
}

function listed(words: string, names: readonly string[]): string {
  return names.length === 0 ? `${words} none` : `${words} ${names.join(", ")}`;
}

/** True when the path is a secret parameter. */
export function isSecret([root, name = ""]: readonly string[], names: Names): boolean {
  return root === names.inputs && names.parameters?.get(name)?.type === "secret";
}

const neverDashed = new Set(["exit_code", "status", "decision"]);

/** True when the value of the path could begin with a dash, and a command would read it as an option. */
export function mayStartWithDash([root = "", name = "", output = ""]: readonly string[], names: Names): boolean {
  if (root === "target" || root === "execution") return false;
  if (root === "incident") return name === "title";
  if (root === "steps") return !neverDashed.has(output);
  const parameter = names.parameters?.get(name);
  if (parameter === undefined) return true;
  if (parameter.type === "choice") return (parameter.choices ?? []).some((choice) => choice.startsWith("-"));
  if (parameter.type === "string") return parameter.pattern ? mayStartWith(parameter.pattern, "-") : true;
  return parameter.type === "secret";
}
