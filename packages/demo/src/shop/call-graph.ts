import { type Call, operations } from "./operations.ts";
import { dns } from "./shop.ts";

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** True when `from` reads messages from the queue `to`. */
  readonly reads?: true;
}

/** Who calls whom: services, backends, and DNS for those that call servers outside. */
export const edges: readonly Edge[] = distinct(
  Object.entries(operations).flatMap(([from, all]) =>
    Object.values(all).flatMap(({ calls }) => calls.flatMap((call) => edgesOf(from, call))),
  ),
);

function edgesOf(from: string, call: Call): Edge[] {
  if (call.to === "external") return [{ from, to: dns }];
  if (call.to !== "queue") return [{ from, to: call.name }];
  return [
    { from, to: call.name },
    ...call.readers.map(([reader]) => ({ from: reader, to: call.name, reads: true as const })),
  ];
}

function distinct(all: Edge[]): Edge[] {
  return [...new Map(all.map((edge) => [`${edge.from} ${edge.to}`, edge])).values()];
}

/**
 * The number of calls between each node and the roots. `callers` goes from a callee to those that depend on it; `callees` goes where
 * the load goes, from a caller to its callees and from a queue to its readers.
 */
export function distancesFrom(roots: readonly string[], direction: "callers" | "callees"): Map<string, number> {
  const distances = new Map(roots.map((root) => [root, 0]));
  const steps = edges.map(({ from, to, reads }) => (direction === "callers" || reads ? [to, from] : [from, to]));
  for (let nodes = roots, distance = 1; nodes.length > 0; distance++) {
    const reached = steps.flatMap(([source = "", target = ""]) => (nodes.includes(source) ? [target] : []));
    const next = [...new Set(reached)].filter((node) => !distances.has(node));
    for (const node of next) distances.set(node, distance);
    nodes = next;
  }
  return distances;
}
