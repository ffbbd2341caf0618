import { type Call, operations } from "./operations.ts";
import { dns } from "./shop.ts";

export interface Edge {
  readonly from: string;
  readonly to: string;
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
  return [{ from, to: call.name }, ...call.readers.map(([reader]) => ({ from: reader, to: call.name }))];
}

function distinct(all: Edge[]): Edge[] {
  return [...new Map(all.map((edge) => [`${edge.from} ${edge.to}`, edge])).values()];
}

/** The number of calls between each node and the roots, against the direction of calls (`callers`) or along it (`callees`). */
export function distancesFrom(roots: readonly string[], direction: "callers" | "callees"): Map<string, number> {
  const distances = new Map(roots.map((root) => [root, 0]));
  for (let nodes = roots, distance = 1; nodes.length > 0; distance++) {
    const next = edges
      .filter(({ from, to }) => nodes.includes(direction === "callers" ? to : from))
      .map(({ from, to }) => (direction === "callers" ? from : to))
      .filter((node) => !distances.has(node));
    for (const node of next) distances.set(node, distance);
    nodes = [...new Set(next)];
  }
  return distances;
}
