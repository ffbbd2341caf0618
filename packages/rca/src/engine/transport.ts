/** Calls between two services, and how much time they take outside the callee beyond usual. */
export interface Edge<Detail> {
  readonly caller: string;
  readonly callee: string;
  readonly calls: number;
  readonly extra: number;
  readonly detail: Detail;
}

export interface EndCost<Detail> {
  readonly extra: number;
  /** Of the edge with the largest extra. */
  readonly worst: Edge<Detail>;
}

/**
 * Slow transport has two ends. The end whose other connections are slow as well is the cause, so each end gets the extra time times the
 * part of its calls that are slow: of the calls to it, or of all its calls.
 */
export function costByEnd<Detail>(edges: readonly Edge<Detail>[]): Map<string, EndCost<Detail>> {
  const ends = new Map<string, Edge<Detail>[]>();
  for (const edge of edges)
    for (const end of new Set([edge.caller, edge.callee])) {
      const known = ends.get(end);
      if (known) known.push(edge);
      else ends.set(end, [edge]);
    }
  const costs = new Map<string, EndCost<Detail>>();
  for (const [service, own] of ends) {
    const worst = own.reduce((a, b) => (b.extra > a.extra ? b : a));
    if (worst.extra <= 0) continue;
    const slowest = Math.max(...own.map(perCall));
    const received = own.filter(({ callee }) => callee === service);
    const total = own.reduce((sum, { extra }) => sum + extra, 0);
    const part = Math.max(slowPart(own, slowest), slowPart(received, slowest));
    costs.set(service, { extra: total * part, worst });
  }
  return costs;
}

function perCall({ extra, calls }: Edge<unknown>): number {
  return extra / Math.max(calls, 1e-9);
}

/** Connections that are at least a third as slow as the slowest count in full. */
function slowPart(edges: readonly Edge<unknown>[], slowest: number): number {
  const calls = edges.reduce((sum, each) => sum + each.calls, 0);
  const slow = edges.reduce((sum, each) => sum + each.calls * Math.min(1, (3 * perCall(each)) / slowest), 0);
  return calls === 0 ? 0 : slow / calls;
}
