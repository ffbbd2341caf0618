import type { Output, operations, ServiceEdge } from "@opsplane/contract";
import type { Layoutable } from "../../ui/graph/layout.ts";
import type { HealthVerdict } from "../health.ts";

export type ServiceMapData = Output<typeof operations.services.map>;

// A type, not an interface: xyflow wants its data indexable.
export type MapNodeData = {
  id: string;
  type: ServiceEdge["type"];
  verdict: HealthVerdict;
  calls: number;
};

export interface MapLink {
  id: string;
  from: string;
  to: string;
  edge: ServiceEdge;
  /** 1 for the busiest edge. */
  weight: number;
}

export interface MapModel extends Layoutable {
  items: MapNodeData[];
  links: MapLink[];
}

const unknown: HealthVerdict = { health: "healthy", reason: "" };

/** The map for drawing. A database or queue has the health of the calls to it. */
export function mapModel(
  { nodes, edges }: ServiceMapData,
  health: ReadonlyMap<string, HealthVerdict & { now?: { calls: number } | undefined }>,
): MapModel {
  const most = Math.max(1, ...edges.map(({ calls }) => calls));
  const links = edges.map((edge) => ({
    id: `${edge.source} ${edge.target} ${edge.type}`,
    from: edge.source,
    to: edge.target,
    edge,
    weight: edge.calls / most,
  }));
  const items = nodes.map(({ name, type }) => {
    const known = health.get(name);
    // A service at the edge is called by no other service.
    const calls = known?.now?.calls ?? sum(callsTo(name, edges), "calls");
    return { id: name, type, calls, verdict: known ?? peerHealth(name, edges) };
  });
  return { items, links, tree: links };
}

const badShare = 0.05;
const minErrors = 3;

function peerHealth(name: string, edges: readonly ServiceEdge[]): HealthVerdict {
  const own = callsTo(name, edges);
  const [calls, errors] = [sum(own, "calls"), sum(own, "errors")];
  if (errors < minErrors || errors / calls < badShare) return unknown;
  return { health: "failing", reason: `${Math.round((errors / calls) * 100)}% of calls fail` };
}

function callsTo(name: string, edges: readonly ServiceEdge[]): ServiceEdge[] {
  return edges.filter(({ target }) => target === name);
}

function sum(edges: readonly ServiceEdge[], name: "calls" | "errors"): number {
  return edges.reduce((total, edge) => total + edge[name], 0);
}
