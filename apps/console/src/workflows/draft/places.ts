import { edgesOf } from "@opsplane/automation";
import type { WorkflowEdge, WorkflowStep } from "@opsplane/contract";
import { layoutOf, nodeSize, type Position } from "../../ui/graph/layout.ts";

interface Graph {
  steps: WorkflowStep[];
  edges: WorkflowEdge[];
}

const columnGap = 96;
const rowGap = 28;

/** The top left corner of each step when the whole graph is laid out. */
export function laidOut(graph: Graph): Map<string, Position> {
  if (graph.steps.length === 0) return new Map();
  const links = edgesOf(graph).map(({ from, to }, index) => ({ id: `${index}`, from, to }));
  const known = new Set(graph.steps.map(({ id }) => id));
  const sound = links.filter(({ from, to }) => known.has(from) && known.has(to));
  const centres = layoutOf({ items: graph.steps, links: sound, tree: sound }, columnGap, rowGap);
  return new Map([...centres].map(([id, { x, y }]) => [id, { x: x - nodeSize.width / 2, y: y - nodeSize.height / 2 }]));
}

/** The place of each step: its own, or a free one from the layout. */
export function placesOf(graph: Graph): Map<string, Position> {
  const own = new Map(graph.steps.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])));
  if (own.size === graph.steps.length) return own;
  const layout = laidOut(graph);
  const places = new Map<string, Position>(own);
  for (const { id } of graph.steps) {
    if (places.has(id)) continue;
    places.set(id, free(layout.get(id) ?? { x: 0, y: 0 }, [...places.values()]));
  }
  return places;
}

/** A place for a new step: right of the step that it follows, or right of all. */
export function placeAfter(graph: Graph, after: string | undefined): Position {
  const places = placesOf(graph);
  const taken = [...places.values()];
  if (taken.length === 0) return { x: 0, y: 0 };
  const rightmost = taken.reduce((one, other) => (other.x > one.x ? other : one));
  const source = (after === undefined ? undefined : places.get(after)) ?? rightmost;
  return free({ x: source.x + nodeSize.width + columnGap, y: source.y }, taken);
}

/** The place, or the first free one below it. */
function free(wanted: Position, taken: readonly Position[]): Position {
  let { x, y } = wanted;
  const covers = (other: Position) =>
    Math.abs(other.x - x) < nodeSize.width + 8 && Math.abs(other.y - y) < nodeSize.height + 8;
  while (taken.some(covers)) y += nodeSize.height + rowGap;
  return { x, y };
}
