import type { ServiceEdge } from "@opsplane/contract";
import type { ServiceVolume } from "./store/volume.ts";

/** Maximum number of spans for one map. Beyond it, whole traces are sampled. */
const maxSpans = 2_000_000;

/** The sampling rate: one in this many traces is read. */
export function sampleFor(volumes: readonly ServiceVolume[]): number {
  const spans = volumes.reduce((sum, volume) => sum + volume.spans, 0);
  return Math.max(1, Math.ceil(spans / maxSpans));
}

/** The services, and the other targets of edges. */
export function nodesOf(
  services: readonly string[],
  edges: readonly ServiceEdge[],
): { name: string; type: ServiceEdge["type"] }[] {
  const types = new Map<string, ServiceEdge["type"]>(edges.map(({ target, type }) => [target, type]));
  for (const name of [...services, ...edges.map(({ source }) => source)]) types.set(name, "service");
  return [...types].map(([name, type]) => ({ name, type })).sort((one, other) => (one.name < other.name ? -1 : 1));
}
