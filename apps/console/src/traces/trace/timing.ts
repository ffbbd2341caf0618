import type { SpanNode, TraceTree } from "./tree.ts";

/** The milliseconds of each span in which none of its children ran. */
export function selfTimes({ nodes }: TraceTree): number[] {
  return nodes.map((node) => {
    let covered = 0;
    let until = node.from;
    // Children are ordered by start.
    for (const child of node.children.map((position) => nodes[position])) {
      if (!child) continue;
      const [from, to] = [Math.max(child.from, until), Math.min(child.to, node.to)];
      if (to <= from) continue;
      covered += to - from;
      until = to;
    }
    return Math.max(0, node.to - node.from - covered);
  });
}

/** A stretch of time in which the end of the trace depended on this span's own work. */
export interface PathSegment {
  position: number;
  from: number;
  to: number;
}

/**
 * The critical path: the chain of spans that determined when the longest root ended. From the end backwards, a span waited for its child
 * that ended last; before that child started, for the one that ended last before, and so on. What remains is the span's own work.
 * A child that ends after its parent is cut at the parent's end, because clocks differ. A consumer that does so ran on its own and is
 * not on the path.
 */
export function criticalPath({ nodes }: TraceTree): PathSegment[] {
  const root = longestRoot(nodes);
  if (root === undefined) return [];
  const segments: PathSegment[] = [];
  const waiting = [{ position: root, from: nodes[root]?.from ?? 0, until: nodes[root]?.to ?? 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { position, from, until } = next;
    let cursor = until;
    for (const child of waitedFor(nodes, position, from, until)) {
      if (child.to > cursor) continue;
      add(segments, { position, from: child.to, to: cursor });
      waiting.push({ position: child.position, from: child.from, until: child.to });
      cursor = child.from;
    }
    add(segments, { position, from, to: cursor });
  }
  return segments.sort((one, other) => one.from - other.from);
}

function longestRoot(nodes: readonly SpanNode[]): number | undefined {
  let longest: number | undefined;
  for (const [position, node] of nodes.entries()) {
    if (node.parent !== -1) continue;
    const best = longest === undefined ? undefined : nodes[longest];
    if (!best || node.to - node.from > best.to - best.from) longest = position;
  }
  return longest;
}

/** The children that a span may have waited for, the last to end first, cut to the time of the span. */
function waitedFor(nodes: readonly SpanNode[], position: number, from: number, until: number): PathSegment[] {
  const parent = nodes[position];
  return (parent?.children ?? [])
    .flatMap((child) => {
      const node = nodes[child];
      if (!node || !parent) return [];
      if (node.span.kind === "consumer" && node.to > parent.to) return [];
      const cut = { position: child, from: Math.max(node.from, from), to: Math.min(node.to, until) };
      return cut.to > cut.from ? [cut] : [];
    })
    .sort((one, other) => other.to - one.to || other.from - one.from);
}

function add(segments: PathSegment[], segment: PathSegment): void {
  if (segment.to > segment.from) segments.push(segment);
}

export interface ServiceShare {
  service: string;
  spans: number;
  errors: number;
  /** Milliseconds. */
  self: number;
  /** Share of the self time of all services, 0 to 1. */
  share: number;
}

/** The services of a trace, by their self time. */
export function serviceShares({ nodes }: TraceTree, selves: readonly number[]): ServiceShare[] {
  const shares = new Map<string, ServiceShare>();
  for (const [position, { span }] of nodes.entries()) {
    const known = shares.get(span.service) ?? { service: span.service, spans: 0, errors: 0, self: 0, share: 0 };
    known.spans += 1;
    known.errors += span.status === "error" ? 1 : 0;
    known.self += selves[position] ?? 0;
    shares.set(span.service, known);
  }
  const total = [...shares.values()].reduce((sum, { self }) => sum + self, 0);
  return [...shares.values()]
    .map((each) => ({ ...each, share: total > 0 ? each.self / total : 0 }))
    .sort((one, other) => other.self - one.self || one.service.localeCompare(other.service));
}
