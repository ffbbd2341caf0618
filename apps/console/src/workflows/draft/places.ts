import { Graph, layout } from "@dagrejs/dagre";
import { edgesOf } from "@opsplane/automation";
import type { WorkflowEdge, WorkflowStep } from "@opsplane/contract";
import { nodeSize, type Position } from "../../ui/graph/layout.ts";

interface Steps {
  steps: WorkflowStep[];
  edges: WorkflowEdge[];
}

const gap = { row: 62, column: 44 };

/** The top left corner of each step when the whole graph is laid out from top to bottom. */
export function laidOut({ steps, edges }: Steps): Map<string, Position> {
  if (steps.length === 0) return new Map();
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", ranker: "tight-tree", nodesep: gap.column, ranksep: gap.row });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of steps) graph.setNode(id, { ...nodeSize });
  edgesOf({ steps, edges }).forEach(({ from, to }, index) => {
    if (graph.hasNode(from) && graph.hasNode(to)) graph.setEdge(from, to, {}, `${index}`);
  });
  layout(graph);
  return new Map(
    steps.map(({ id }) => {
      const { x, y } = graph.node(id);
      return [id, { x: Number(x) - nodeSize.width / 2, y: Number(y) - nodeSize.height / 2 }];
    }),
  );
}

/** The place of each step: its own, or a free one from the layout. */
export function placesOf(graph: Steps): Map<string, Position> {
  const own = new Map(graph.steps.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])));
  if (own.size === graph.steps.length) return own;
  const all = laidOut(graph);
  const places = new Map<string, Position>(own);
  for (const { id } of graph.steps) {
    if (places.has(id)) continue;
    places.set(id, free(all.get(id) ?? { x: 0, y: 0 }, [...places.values()]));
  }
  return places;
}

/** A place for a new step: below the step that it follows, or below all. */
export function placeAfter(graph: Steps, after: string | undefined): Position {
  const places = placesOf(graph);
  const taken = [...places.values()];
  if (taken.length === 0) return { x: 0, y: 0 };
  const lowest = taken.reduce((one, other) => (other.y > one.y ? other : one));
  const source = (after === undefined ? undefined : places.get(after)) ?? lowest;
  return free({ x: source.x, y: source.y + nodeSize.height + gap.row }, taken);
}

/** The place, or the first free one right of it. */
function free(wanted: Position, taken: readonly Position[]): Position {
  let { x, y } = wanted;
  const covers = (other: Position) =>
    Math.abs(other.x - x) < nodeSize.width + 8 && Math.abs(other.y - y) < nodeSize.height + 8;
  while (taken.some(covers)) x += nodeSize.width + gap.column;
  return { x, y };
}
