import type { WorkflowContent, WorkflowEdge } from "@opsplane/contract";

type Graph = Pick<WorkflowContent, "steps" | "edges">;

/** The edges, or the chain of the steps in their order when there are none. A chain goes on after a condition that is true. */
export function edgesOf({ steps, edges }: Graph): WorkflowEdge[] {
  if (edges.length > 0) return edges;
  return steps.slice(1).flatMap((step, index) => {
    const from = steps[index];
    if (from === undefined) return [];
    return [{ from: from.id, to: step.id, ...(from.type === "condition" ? { condition: "true" } : {}) }];
  });
}

/** The steps from which each step can be reached, by id. */
export function stepsBefore(graph: Graph): Map<string, Set<string>> {
  const sources = new Map<string, string[]>();
  for (const { from, to } of edgesOf(graph)) sources.set(to, [...(sources.get(to) ?? []), from]);
  return new Map(graph.steps.map(({ id }) => [id, reached(sources, id)]));
}

function reached(next: ReadonlyMap<string, readonly string[]>, start: string): Set<string> {
  const found = new Set<string>();
  const open = [...(next.get(start) ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(next.get(id) ?? []));
  }
  return found;
}

/** The ids on a cycle, in order and with the first one again at the end; undefined when there is no cycle. */
export function cycleOf(graph: Graph): string[] | undefined {
  const targets = targetsOf(graph);
  const done = new Set<string>();
  for (const { id } of graph.steps) {
    const cycle = cycleFrom(id, targets, done);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

/** Goes in depth with its own stack, because a recursive function would be limited by the call stack. */
function cycleFrom(
  start: string,
  targets: ReadonlyMap<string, readonly string[]>,
  done: Set<string>,
): string[] | undefined {
  const path: { id: string; next: number }[] = [{ id: start, next: 0 }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const id = done.has(top.id) ? undefined : targets.get(top.id)?.[top.next];
    if (id === undefined) {
      done.add(top.id);
      path.pop();
      continue;
    }
    top.next += 1;
    const at = path.findIndex((step) => step.id === id);
    if (at >= 0) return [...path.slice(at).map((step) => step.id), id];
    path.push({ id, next: 0 });
  }
  return undefined;
}

/** Steps that never start: they have no edges at all, or lie only behind a cycle. */
export function unreachableSteps(graph: Graph): string[] {
  const edges = edgesOf(graph);
  const first = graph.steps[0]?.id;
  const hasSource = new Set(edges.map(({ to }) => to));
  const hasTarget = new Set(edges.map(({ from }) => from));
  const starts = graph.steps
    .map(({ id }) => id)
    .filter((id) => !hasSource.has(id) && (hasTarget.has(id) || id === first));
  const targets = targetsOf(graph);
  const found = new Set(starts.flatMap((id) => [id, ...reached(targets, id)]));
  return graph.steps.map(({ id }) => id).filter((id) => !found.has(id));
}

function targetsOf(graph: Graph): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edgesOf(graph)) targets.set(from, [...(targets.get(from) ?? []), to]);
  return targets;
}
