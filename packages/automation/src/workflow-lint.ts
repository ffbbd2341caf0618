import type { LintProblem, WorkflowContent, WorkflowEdge, WorkflowStep } from "@opsplane/contract";
import { parameterProblems } from "./parameters.ts";
import { type Names, workflowRoots } from "./references.ts";
import { error, textProblems } from "./text-lint.ts";
import { configProblems, expressionProblems, workflowOutputsOf } from "./workflow-config.ts";
import { cycleOf, stepsBefore, unreachableSteps } from "./workflow-graph.ts";

/** Everything that is wrong with a workflow. */
export function lintWorkflow(content: WorkflowContent): LintProblem[] {
  const graph = [...idProblems(content), ...edgeProblems(content), ...orderProblems(content)];
  const before = stepsBefore(content);
  const namesAt = (ids: Iterable<string>) => namesFor(content, ids);
  return [
    ...parameterProblems(content.inputs, "inputs"),
    ...(content.steps.length === 0 ? [error("steps", "The workflow has no steps; add at least one.")] : []),
    ...graph,
    ...content.steps.flatMap((step, index) =>
      configProblems(step, `steps.${index}`, namesAt(before.get(step.id) ?? [])),
    ),
    ...conditionProblems(content, (id) => namesAt([...(before.get(id) ?? []), id])),
    ...outputProblems(content, namesAt(content.steps.map(({ id }) => id))),
    ...triggerProblems(content),
  ];
}

function namesFor({ steps, inputs, triggers }: WorkflowContent, before: Iterable<string>): Names {
  const byId = new Map(steps.map((step) => [step.id, step]));
  // Events bring their own data, so only a workflow that people start has known inputs.
  const known = triggers.every(({ type }) => type === "manual");
  return {
    roots: workflowRoots,
    inputs: "input",
    parameters: known ? new Map(inputs.map((input) => [input.name, input])) : undefined,
    steps: new Map([...before].flatMap((id) => outputsAt(byId.get(id)))),
    ids: new Set(byId.keys()),
  };
}

function outputsAt(step: WorkflowStep | undefined): [string, readonly string[]][] {
  return step === undefined ? [] : [[step.id, workflowOutputsOf(step)]];
}

function idProblems({ steps }: WorkflowContent): LintProblem[] {
  const seen = new Set<string>();
  return steps.flatMap(({ id }, index) => {
    if (seen.has(id)) return [error(`steps.${index}.id`, `The id '${id}' is used twice; ids must be unique.`)];
    seen.add(id);
    return [];
  });
}

function edgeProblems({ steps, edges }: WorkflowContent): LintProblem[] {
  const ids = new Set(steps.map(({ id }) => id));
  const seen = new Set<string>();
  return edges.flatMap(({ from, to, condition }, index) => {
    const unknown = (["from", "to"] as const).flatMap((end) => {
      const id = end === "from" ? from : to;
      return ids.has(id)
        ? []
        : [error(`edges.${index}.${end}`, `There is no step '${id}'; the steps are ${[...ids].join(", ")}.`)];
    });
    const key = JSON.stringify([from, to, condition ?? ""]);
    if (seen.has(key))
      unknown.push(error(`edges.${index}`, `The edge from '${from}' to '${to}' exists twice; remove one.`));
    seen.add(key);
    if (from === to) unknown.push(error(`edges.${index}.to`, `The step '${from}' cannot follow itself.`));
    return unknown;
  });
}

function orderProblems(content: WorkflowContent): LintProblem[] {
  const loops = content.edges.some(({ from, to }) => from === to);
  const cycle = loops ? undefined : cycleOf(content);
  if (cycle !== undefined) {
    const index = content.edges.findIndex(({ from, to }) => from === cycle.at(-2) && to === cycle.at(-1));
    return [error(`edges.${index}.to`, `The steps form a cycle: ${cycle.join(" → ")}. Remove one of these edges.`)];
  }
  if (loops) return [];
  const unreachable = new Set(unreachableSteps(content));
  return content.steps.flatMap(({ id }, index) =>
    unreachable.has(id)
      ? [error(`steps.${index}.id`, `No path leads to the step '${id}'; add an edge to it or remove it.`)]
      : [],
  );
}

function conditionProblems({ steps, edges }: WorkflowContent, namesAfter: (id: string) => Names): LintProblem[] {
  const types = new Map(steps.map(({ id, type }) => [id, type]));
  return edges.flatMap((edge, index) =>
    edgeCondition(edge, `edges.${index}.condition`, types.get(edge.from), namesAfter),
  );
}

function edgeCondition(
  { from, condition }: WorkflowEdge,
  path: string,
  type: string | undefined,
  namesAfter: (id: string) => Names,
): LintProblem[] {
  const text = condition?.trim() ?? "";
  const isBranch = text === "true" || text === "false";
  if (type === "condition")
    return isBranch || text === ""
      ? []
      : [error(path, `After the condition '${from}' an edge has 'true' or 'false', not '${text}'.`)];
  if (text === "" || type === undefined) return [];
  if (isBranch)
    return [
      error(
        path,
        `'${text}' is only for edges after a condition; '${from}' is a ${type}. Write an expression or leave it empty.`,
      ),
    ];
  return textProblems({ path, text, kind: "expression" }, namesAfter(from));
}

function outputProblems({ outputs }: WorkflowContent, names: Names): LintProblem[] {
  const seen = new Set<string>();
  return outputs.flatMap(({ name, expression }, index) => {
    const repeated = seen.has(name)
      ? [error(`outputs.${index}.name`, `The output '${name}' exists twice; names must be unique.`)]
      : [];
    seen.add(name);
    return [...repeated, ...expressionProblems(expression, `outputs.${index}.expression`, names)];
  });
}

function triggerProblems({ triggers }: WorkflowContent): LintProblem[] {
  const seen = new Set<string>();
  const names: Names = { roots: ["input"], inputs: "input", parameters: undefined, steps: new Map(), ids: new Set() };
  return triggers.flatMap(({ type, cron, condition }, index) => {
    const path = `triggers.${index}`;
    const single = type === "webhook" || type === "manual" || type === "schedule";
    const problems =
      single && seen.has(type) ? [error(`${path}.type`, `A workflow has at most one ${type} trigger.`)] : [];
    seen.add(type);
    if (type === "schedule" && cron?.trim().split(/\s+/).length !== 5)
      problems.push(error(`${path}.cron`, "A schedule needs a cron expression of five fields, such as 0 6 * * 1."));
    if (condition?.trim())
      problems.push(...textProblems({ path: `${path}.condition`, text: condition, kind: "expression" }, names));
    return problems;
  });
}
