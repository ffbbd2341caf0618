import { Graph, layout } from "@dagrejs/dagre";

export const nodeSize = { width: 196, height: 46 };

/** What is laid out: nodes, their links, and the links of a tree for graphs that are too large for all links. */
export interface Layoutable {
  items: readonly { id: string }[];
  links: readonly Link[];
  tree: readonly Link[];
}

interface Link {
  id: string;
  from: string;
  to: string;
}

export interface Position {
  x: number;
  y: number;
}

/** Above this size, relationships off the shortest paths would cost seconds and change little. */
const maxForAllLinks = 120;
const gap = { column: 124, row: 14, folded: 22 };

/** The position of each node. Links run from left to right. */
export function layoutOf(model: Layoutable, columnGap = gap.column): ReadonlyMap<string, Position> {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", ranker: "tight-tree", nodesep: gap.row, ranksep: columnGap });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of model.items) graph.setNode(id, { ...nodeSize });
  const links = model.items.length > maxForAllLinks ? model.tree : model.links;
  for (const { id, from, to } of links) graph.setEdge(from, to, {}, id);
  layout(graph);
  const centres = model.items.map(({ id }) => ({ id, x: Number(graph.node(id).x), y: Number(graph.node(id).y) }));
  return new Map(folded(centres).map(({ id, x, y }) => [id, { x, y }]));
}

interface Placed extends Position {
  id: string;
}

/** Folds a column of hundreds into several columns, because one long column is unreadable. */
function folded(placed: readonly Placed[]): Placed[] {
  const columns = columnsOf(placed);
  const tallest = Math.max(...columns.map(({ length }) => length));
  const fits = Math.max(14, Math.ceil(Math.sqrt(placed.length * 1.6)));
  if (tallest <= fits) return [...placed];
  const result: Placed[] = [];
  let x = 0;
  for (const column of columns) {
    const parts = Math.ceil(column.length / fits);
    const rows = Math.ceil(column.length / parts);
    column.forEach(({ id }, index) => {
      const part = Math.floor(index / rows);
      const inPart = Math.min(rows, column.length - part * rows);
      const y = ((index % rows) - (inPart - 1) / 2) * (nodeSize.height + gap.row);
      result.push({ id, x: x + part * (nodeSize.width + gap.folded), y });
    });
    x += parts * nodeSize.width + (parts - 1) * gap.folded + gap.column * 1.5;
  }
  return result;
}

/** From left to right, each from top to bottom. */
function columnsOf(placed: readonly Placed[]): Placed[][] {
  const columns = new Map<number, Placed[]>();
  for (const one of placed) {
    const key = Math.round(one.x);
    columns.set(key, [...(columns.get(key) ?? []), one]);
  }
  return [...columns]
    .sort(([one], [other]) => one - other)
    .map(([, column]) => column.sort((one, other) => one.y - other.y));
}
