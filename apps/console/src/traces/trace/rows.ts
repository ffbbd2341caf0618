import type { SpanNode, TraceTree } from "./tree.ts";

export interface SpanFilter {
  /** Part of a name, a service, or an attribute. */
  text: string;
  service: string | undefined;
  errorsOnly: boolean;
}

/** Which spans meet the filter; undefined when it has no condition. */
export function matchesOf({ nodes }: TraceTree, { text, service, errorsOnly }: SpanFilter): boolean[] | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === "" && service === undefined && !errorsOnly) return undefined;
  return nodes.map(
    ({ span }) =>
      (service === undefined || span.service === service) &&
      (!errorsOnly || span.status === "error") &&
      (wanted === "" || hasText(span, wanted)),
  );
}

function hasText({ name, service, span_id, status_message, attributes }: SpanNode["span"], wanted: string): boolean {
  if (`${name}\n${service}\n${span_id}\n${status_message}`.toLowerCase().includes(wanted)) return true;
  return Object.entries(attributes).some(([key, value]) => `${key}=${value}`.toLowerCase().includes(wanted));
}

/** The matches and all their ancestors, so that a match keeps its place in the tree. */
export function withAncestors({ nodes }: TraceTree, matches: readonly boolean[]): boolean[] {
  const kept = [...matches];
  for (let position = nodes.length - 1; position >= 0; position--) {
    const parent = nodes[position]?.parent ?? -1;
    if (kept[position] && parent >= 0) kept[parent] = true;
  }
  return kept;
}

/** The positions of the rows that are visible: not below a collapsed span, and kept. */
export function visibleRows(
  { nodes }: TraceTree,
  collapsed: ReadonlySet<number>,
  kept: readonly boolean[] | undefined,
): number[] {
  const rows: number[] = [];
  for (let position = 0; position < nodes.length; ) {
    if (!kept || kept[position]) rows.push(position);
    position = collapsed.has(position) ? (nodes[position]?.end ?? position + 1) : position + 1;
  }
  return rows;
}

/** The ancestors of a span, nearest first. */
export function ancestorsOf({ nodes }: TraceTree, position: number): number[] {
  const found: number[] = [];
  for (let at = nodes[position]?.parent ?? -1; at >= 0; at = nodes[at]?.parent ?? -1) found.push(at);
  return found;
}
