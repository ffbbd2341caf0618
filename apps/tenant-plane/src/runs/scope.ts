import { evaluate, isTrue, type Lookup } from "@opsplane/automation";
import { type Db, sql } from "@opsplane/runtime";
import { type RunScope, type StepState, stepScope } from "./plan.ts";
import type { RunRow } from "./store/runs.ts";

/** What conditions and messages can say about the incident. */
export async function incidentScope(db: Db, id: string | null): Promise<RunScope["incident"]> {
  if (id === null) return null;
  const found = await db.first<Record<string, unknown>>(sql`
    select id, reference, title, severity, status, source, description, ci_ids, created_by from incidents where id = ${id}`);
  return found ?? null;
}

export function scopeOf(
  { parameters }: RunRow,
  incident: RunScope["incident"],
  states: readonly StepState[],
): RunScope {
  return { parameters, input: parameters, incident, steps: stepScope(states) };
}

/** Evaluates the conditions of a run. */
export function conditionsOf(run: RunRow, incident: RunScope["incident"]) {
  return (expression: string, states: readonly StepState[]): boolean =>
    isTrue(expression, expressionScope(scopeOf(run, incident, states)));
}

export function evaluateIn(expression: string, scope: RunScope): unknown {
  return evaluate(expression, expressionScope(scope));
}

function expressionScope({ parameters, input, incident, steps }: RunScope): Record<string, unknown> {
  return { parameters, input, incident: incident ?? {}, steps };
}

/** The values of placeholders. `secrets` are the values of secret parameters by name. */
export function lookupIn(
  scope: RunScope,
  run: RunRow,
  secrets: Readonly<Record<string, string>>,
  failed: { title: string; error: string | null } | undefined,
): Lookup {
  const { id, reference, subject_name, started_by } = run;
  const outcome = { failed_step: failed?.title ?? "", error: failed?.error ?? "" };
  const execution = { id, reference, runbook_name: subject_name, started_by, ...outcome };
  const roots: Record<string, unknown> = { ...scope, execution, target: allTargets(run.targets) };
  return ([root = "", ...path]) => {
    const [name = ""] = path;
    if (root === "parameters" && path.length === 1 && Object.hasOwn(secrets, name))
      return { value: secrets[name], secret: true };
    if (run.dry_run && root === "steps") return { value: `<${path.join(".")}>`, secret: false };
    let value = Object.hasOwn(roots, root) ? roots[root] : undefined;
    for (const key of path) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
      value = Object.entries(value).find(([known]) => known === key)?.[1];
    }
    return value === undefined ? undefined : { value, secret: false };
  };
}

/** Outside a command `target` stands for all targets. A command has its own. */
function allTargets(targets: RunRow["targets"]): Record<"name" | "host_id" | "ci_id", string> {
  const all = (field: "name" | "host_id" | "ci_id") => targets.flatMap((target) => target[field] ?? []).join(", ");
  return { name: all("name"), host_id: all("host_id"), ci_id: all("ci_id") };
}
