import type { Rca } from "@opsplane/contract";
import { layoutOf, nodeSize } from "../ui/graph/layout.ts";

type Spread = Rca["spread"];

const margin = 6;
const nodeWidth = { min: 108, max: nodeSize.width };
const columnGap = { min: 20, max: 60 };
/** The width of a letter, in pixels, rounded up. */
const letter = 7;

interface SpreadLayout {
  /** The top left corner of each node. */
  corners: ReadonlyMap<string, { x: number; y: number }>;
  node: { width: number; height: number };
  gap: number;
  width: number;
  height: number;
  /** The longest name that fits a node. */
  maxName: number;
}

/** Columns from cause to symptom that fit the available width, unless there are too many of them. */
export function spreadLayout({ nodes, edges }: Spread, available: number): SpreadLayout {
  const links = edges.map(({ source, target }) => ({ id: `${source} ${target}`, from: target, to: source }));
  const placed = [...layoutOf({ items: nodes.map(({ name }) => ({ id: name })), links, tree: links })];
  const columns = [...new Set(placed.map(([, { x }]) => Math.round(x)))].sort((one, other) => one - other);
  const top = Math.min(...placed.map(([, { y }]) => y));
  const inner = available - 2 * margin;
  const tight = columnGap.min * (columns.length - 1);
  const width = clamp((inner - tight) / columns.length, nodeWidth);
  const gap =
    columns.length < 2 ? columnGap.max : clamp((inner - width * columns.length) / (columns.length - 1), columnGap);
  const corners = new Map(
    placed.map(([name, { x, y }]) => [
      name,
      { x: margin + columns.indexOf(Math.round(x)) * (width + gap), y: margin + y - top },
    ]),
  );
  const bottom = Math.max(...[...corners.values()].map(({ y }) => y));
  return {
    corners,
    node: { width, height: nodeSize.height },
    gap,
    width: 2 * margin + columns.length * width + (columns.length - 1) * gap,
    height: bottom + nodeSize.height + margin,
    maxName: Math.floor((width - 20) / letter),
  };
}

function clamp(value: number, { min, max }: { min: number; max: number }): number {
  return Math.floor(Math.min(max, Math.max(min, value)));
}
