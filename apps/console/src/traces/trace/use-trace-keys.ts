import { useKeys } from "../../keys/keys.tsx";
import type { TraceTree } from "./tree.ts";
import type { TraceRows } from "./use-trace-view.ts";
import { pannedBy, type Zoom, zoomedBy } from "./zoom.ts";

interface TraceKeys {
  tree: TraceTree;
  view: TraceRows;
  cursor: number;
  zoom: Zoom;
  setZoom: (zoom: Zoom) => void;
  move: (position: number) => void;
  open: (position: number) => void;
  close: () => void;
}

const group = "Trace";

/** Moves through the tree, opens spans, and zooms. */
export function useTraceKeys({ tree, view, cursor, zoom, setZoom, move, open, close }: TraceKeys): void {
  const node = tree.nodes[cursor];
  const step = (by: number) => {
    const row = view.rows.indexOf(cursor);
    const next = view.rows[Math.min(Math.max(row + by, 0), view.rows.length - 1)];
    if (next !== undefined) move(next);
  };
  /** Collapses an open span; from any other, goes to its parent. */
  const left = () => {
    const isOpen = (node?.children.length ?? 0) > 0 && !view.collapsed.has(cursor);
    if (isOpen) view.setOpen([cursor], false);
    else if (node && node.parent >= 0) move(node.parent);
  };
  /** Expands a collapsed span; from an open one, goes to its first child. */
  const right = () => {
    if (view.collapsed.has(cursor)) return view.setOpen([cursor], true);
    const child = node?.children.find((position) => view.rows.includes(position));
    if (child !== undefined) move(child);
  };
  const page = 20;
  const by = (factor: number) => setZoom(zoomedBy(zoom, factor, tree.duration));
  const pan = (share: number) => setZoom(pannedBy(zoom, share, tree.duration));
  useKeys([
    { keys: "j", label: "Next span", group, run: () => step(1) },
    { keys: "k", label: "Previous span", group, run: () => step(-1) },
    { keys: "ArrowDown", label: "Next span", group, run: () => step(1) },
    { keys: "ArrowUp", label: "Previous span", group, run: () => step(-1) },
    { keys: "PageDown", label: "20 spans down", group, run: () => step(page) },
    { keys: "PageUp", label: "20 spans up", group, run: () => step(-page) },
    { keys: "Home", label: "First span", group, run: () => step(-view.rows.length) },
    { keys: "End", label: "Last span", group, run: () => step(view.rows.length) },
    { keys: "ArrowLeft", label: "Collapse, or go to parent", group, run: left },
    { keys: "ArrowRight", label: "Expand, or go to first child", group, run: right },
    { keys: "Enter", label: "Open span", group, run: () => open(cursor) },
    { keys: "Esc", label: "Close span", group, run: close },
    { keys: "+", label: "Zoom in", group, run: () => by(0.5) },
    { keys: "-", label: "Zoom out", group, run: () => by(2) },
    { keys: "0", label: "Show whole trace", group, run: () => setZoom({ from: 0, to: tree.duration }) },
    { keys: "[", label: "Earlier", group, run: () => pan(-0.25) },
    { keys: "]", label: "Later", group, run: () => pan(0.25) },
  ]);
}
