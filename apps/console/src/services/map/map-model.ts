import type { Output, operations, ServiceEdge } from "@opsplane/contract";
import type { Layoutable } from "../../ui/graph/layout.ts";
import { type HealthFigures, type HealthVerdict, healthOf, healthOrder } from "../health.ts";

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

/** The map for drawing. A database or queue has the worst health of the calls to it, compared to those of the window before. */
export function mapModel(
  { nodes, edges }: ServiceMapData,
  health: ReadonlyMap<string, HealthVerdict & { now?: { calls: number } | undefined }>,
  edgesBefore: readonly ServiceEdge[] = [],
): MapModel {
  const before = new Map(edgesBefore.map((edge) => [linkId(edge), edge]));
  const most = Math.max(1, ...edges.map(({ calls }) => calls));
  const links = edges.map((edge) => ({
    id: linkId(edge),
    from: edge.source,
    to: edge.target,
    edge,
    weight: edge.calls / most,
  }));
  const items = nodes.map(({ name, type }) => {
    const known = health.get(name);
    // A service at the edge is called by no other service.
    const own = edges.filter(({ target }) => target === name);
    const calls = known?.now?.calls ?? own.reduce((total, edge) => total + edge.calls, 0);
    return { id: name, type, calls, verdict: known ?? peerHealth(own, before) };
  });
  return { items, links, tree: links };
}

function peerHealth(edges: readonly ServiceEdge[], before: ReadonlyMap<string, ServiceEdge>): HealthVerdict {
  const [worst] = edges
    .map((edge) => healthOf(figuresOf(edge), figuresOf(before.get(linkId(edge)))))
    .sort((one, other) => healthOrder.indexOf(one.health) - healthOrder.indexOf(other.health));
  return worst ?? { health: "healthy", reason: "" };
}

function figuresOf(edge: ServiceEdge | undefined): HealthFigures | undefined {
  return edge && { ...edge, error_rate: edge.errors / Math.max(edge.calls, 1) };
}

function linkId({ source, target, type }: ServiceEdge): string {
  return `${source} ${target} ${type}`;
}
