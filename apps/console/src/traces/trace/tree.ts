import type { Span } from "@opsplane/contract";

/** A span with its position in the tree. */
export interface SpanNode {
  span: Span;
  /** Position of the parent; -1 for a root. */
  parent: number;
  depth: number;
  /** Positions of the children, by their start. */
  children: number[];
  /** The position after the last descendant. */
  end: number;
  /** Start and end in milliseconds since the start of the trace. */
  from: number;
  to: number;
  /** The span names a parent that has not been received. */
  isOrphan: boolean;
}

/** The spans of a trace, depth first: the descendants of a span follow it. */
export interface TraceTree {
  nodes: readonly SpanNode[];
  /** Unix milliseconds. */
  start: number;
  /** Milliseconds from the first start to the last end. */
  duration: number;
  /** Positions by span id. */
  positions: ReadonlyMap<string, number>;
}

export function buildTree(spans: readonly Span[]): TraceTree {
  const timed = timedSpans(spans);
  const byId = new Map<string, TimedSpan>();
  for (const each of timed) if (!byId.has(each.span.span_id)) byId.set(each.span.span_id, each);
  const childrenOf = new Map<TimedSpan, TimedSpan[]>();
  const roots: TimedSpan[] = [];
  for (const each of timed) {
    const parent = each.span.parent_span_id === null ? undefined : byId.get(each.span.parent_span_id);
    const siblings = parent && parent !== each ? childrenOf.get(parent) : roots;
    if (siblings) siblings.push(each);
    else if (parent) childrenOf.set(parent, [each]);
  }
  const nodes: SpanNode[] = [];
  const placed = new Set<TimedSpan>();
  for (const root of roots) place(root, childrenOf, placed, nodes);
  // Spans that name each other as parent have no root: the earliest one becomes it.
  for (const each of timed) place(each, childrenOf, placed, nodes);
  closeSubtrees(nodes);
  const isKnown = (id: string) => byId.has(id);
  for (const node of nodes) {
    const { parent_span_id: id } = node.span;
    node.isOrphan = id !== null && !isKnown(id);
  }
  return {
    nodes,
    start: timed[0] ? Date.parse(timed[0].span.start) : 0,
    duration: nodes.reduce((latest, { to }) => Math.max(latest, to), 0),
    positions: positionsOf(nodes),
  };
}

interface TimedSpan {
  span: Span;
  from: number;
  to: number;
}

/** By start. Differences of nanoseconds are exact, although the times themselves exceed what a number holds. */
function timedSpans(spans: readonly Span[]): TimedSpan[] {
  const starts = spans.map(({ start_unix_nano }) => BigInt(start_unix_nano));
  const first = starts.reduce((least, start) => (start < least ? start : least), starts[0] ?? 0n);
  return spans
    .map((span, index) => {
      const from = Number((starts[index] ?? first) - first) / 1e6;
      return { span, from, to: from + span.duration_ms };
    })
    .sort((one, other) => one.from - other.from);
}

/** Adds a span and its descendants. A stack instead of recursion, because a trace can be thousands of spans deep. */
function place(
  root: TimedSpan,
  childrenOf: ReadonlyMap<TimedSpan, TimedSpan[]>,
  placed: Set<TimedSpan>,
  nodes: SpanNode[],
): void {
  const waiting: { each: TimedSpan; parent: number; depth: number }[] = [{ each: root, parent: -1, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { each, parent, depth } = next;
    if (placed.has(each)) continue;
    placed.add(each);
    const position = nodes.length;
    nodes.push({ ...each, parent, depth, children: [], end: position + 1, isOrphan: false });
    nodes[parent]?.children.push(position);
    for (const child of (childrenOf.get(each) ?? []).toReversed())
      waiting.push({ each: child, parent: position, depth: depth + 1 });
  }
}

function closeSubtrees(nodes: readonly SpanNode[]): void {
  for (const node of nodes.toReversed()) {
    const parent = nodes[node.parent];
    if (parent) parent.end = Math.max(parent.end, node.end);
  }
}

function positionsOf(nodes: readonly SpanNode[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (const [position, { span }] of nodes.entries())
    if (!positions.has(span.span_id)) positions.set(span.span_id, position);
  return positions;
}
