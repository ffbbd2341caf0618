import { edgesOf, stepsBefore } from "@opsplane/automation";
import type { WorkflowEdge, WorkflowStep, WorkflowStepType } from "@opsplane/contract";
import type { Position } from "../../ui/graph/layout.ts";
import { type Draft, newStep } from "./draft.ts";
import { renamed } from "./rename.ts";

// Edits of a draft. Each function returns the new draft.
// A workflow without edges runs its steps in order. The first edit of an edge writes this order down as edges.

/** Adds a step. It follows `after`, or the last step when the workflow has no edges. */
export function addStep(
  draft: Draft,
  type: WorkflowStepType,
  { after, position = null }: { after?: string | undefined; position?: Position | null } = {},
): { draft: Draft; id: string } {
  const step = { ...newStep(type, draft.steps), position };
  const steps = [...draft.steps, step];
  const source = draft.steps.find(({ id }) => id === after);
  const inOrder = draft.edges.length === 0 && (source === undefined || source === draft.steps.at(-1));
  if (!source || inOrder) return { draft: { ...draft, steps }, id: step.id };
  const edges = edgesOf(draft);
  return { draft: { ...draft, steps, edges: [...edges, edgeBetween(source, step.id, edges)] }, id: step.id };
}

export function setStep(draft: Draft, id: string, changes: Partial<WorkflowStep>): Draft {
  return { ...draft, steps: draft.steps.map((step) => (step.id === id ? { ...step, ...changes } : step)) };
}

export function setConfig(draft: Draft, id: string, changes: WorkflowStep["config"]): Draft {
  const steps = draft.steps.map((step) =>
    step.id === id ? { ...step, config: defined({ ...step.config, ...changes }) } : step,
  );
  return { ...draft, steps };
}

/** Renames a step where edges and expressions name it. */
export function renameStep(draft: Draft, id: string, to: string): Draft {
  return draft.steps.some((step) => step.id === to) ? draft : renamed(draft, id, to);
}

export function removeStep(draft: Draft, id: string): Draft {
  return {
    ...draft,
    steps: draft.steps.filter((step) => step.id !== id),
    edges: draft.edges.filter(({ from, to }) => from !== id && to !== id),
  };
}

/** Swaps a step with the one before or after it. */
export function moveStep(draft: Draft, id: string, by: 1 | -1): Draft {
  const from = draft.steps.findIndex((step) => step.id === id);
  const [one, other] = [draft.steps[from], draft.steps[from + by]];
  if (!one || !other) return draft;
  const steps = [...draft.steps];
  steps[from] = other;
  steps[from + by] = one;
  return { ...draft, steps };
}

/** Why these steps cannot be connected; undefined when they can. */
export function connectProblem(draft: Draft, from: string, to: string): string | undefined {
  if (from === to) return "A step cannot follow itself.";
  if (stepsBefore(draft).get(from)?.has(to))
    return `${nameOf(draft, to)} already runs before ${nameOf(draft, from)}. This edge would form a cycle.`;
  return undefined;
}

export function connect(draft: Draft, from: string, to: string, condition?: string): Draft {
  const source = draft.steps.find(({ id }) => id === from);
  if (!source || connectProblem(draft, from, to) !== undefined) return draft;
  const edges = edgesOf(draft);
  const edge = condition === undefined ? edgeBetween(source, to, edges) : { from, to, condition };
  if (edges.some((each) => isSame(each, edge))) return draft;
  return { ...draft, edges: [...edges, edge] };
}

export function setEdge(draft: Draft, index: number, edge: WorkflowEdge): Draft {
  return { ...draft, edges: edgesOf(draft).map((each, at) => (at === index ? edge : each)) };
}

export function removeEdges(draft: Draft, indexes: readonly number[]): Draft {
  return { ...draft, edges: edgesOf(draft).filter((_, at) => !indexes.includes(at)) };
}

export function placeSteps(draft: Draft, places: ReadonlyMap<string, Position>): Draft {
  const steps = draft.steps.map((step) => {
    const place = places.get(step.id);
    return place ? { ...step, position: { x: Math.round(place.x), y: Math.round(place.y) } } : step;
  });
  return { ...draft, steps };
}

export function nameOf({ steps }: Pick<Draft, "steps">, id: string): string {
  return steps.find((step) => step.id === id)?.name || id;
}

/** After a condition the first edge is for true and the second for false. */
function edgeBetween(source: WorkflowStep, to: string, edges: readonly WorkflowEdge[]): WorkflowEdge {
  if (source.type !== "condition") return { from: source.id, to };
  const hasTrue = edges.some(({ from, condition }) => from === source.id && condition === "true");
  return { from: source.id, to, condition: hasTrue ? "false" : "true" };
}

function isSame(one: WorkflowEdge, other: WorkflowEdge): boolean {
  return one.from === other.from && one.to === other.to && (one.condition ?? "") === (other.condition ?? "");
}

function defined(config: WorkflowStep["config"]): WorkflowStep["config"] {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
}
