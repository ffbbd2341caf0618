import { distancesFrom } from "../shop/call-graph.ts";
import { hosts, services } from "../shop/shop.ts";
import { type Fault, type FaultSpec, faults } from "./faults.ts";

/** Seconds until a symptom reaches the next caller, and how much of it arrives. */
const hopSeconds = 35;
const hopShare = 0.8;
/** A leaking process is killed and restarted after this part of the onset. */
const leakCycle = 1.25;
/** The second instance gets a new version this much later. */
const rolloutSeconds = 60;
/** The version that the fault bad-deploy rolls out. */
export const newVersion = "2.9.0";

/** How a fault changes the shop over time. Without a fault everything is normal. */
export interface Conditions {
  readonly fault: Fault | undefined;
  readonly spec: FaultSpec | undefined;
  /** From 0 to 1: how far the cause itself has grown, before requests notice. */
  pressure(at: number): number;
  /** From 0 to 1: how much requests at the root notice. */
  effect(at: number): number;
  /** From 0 to 1: how much a service or backend suffers from the root, later the farther away it is. The root itself has its effect. */
  strain(node: string, at: number): number;
  /** From 0 to 1: how much requests queue up because they wait for the root. */
  waiting(node: string, at: number): number;
  /** From 0 to 1: how much of the root's `slow`, `wait` and `fail` applies to this instance or backend. */
  level(node: string, host: string, at: number): number;
  /** True when this service, backend or host is the cause, or runs on the host that is the cause. */
  isRoot(node: string, host?: string): boolean;
  /** The number of calls between the node and the root; undefined when it is not on a path. */
  distance(node: string): number | undefined;
  version(service: string, host: string, at: number): string;
  /** The factor of customers' traffic. */
  traffic(at: number): number;
}

export function openConditions(fault: Fault | undefined): Conditions {
  const spec = fault && faults[fault.kind];
  const versions = new Map(services.map(({ name, version }) => [name, version]));
  if (!fault || !spec) {
    return {
      fault,
      spec,
      pressure: () => 0,
      effect: () => 0,
      strain: () => 0,
      waiting: () => 0,
      level: () => 0,
      isRoot: () => false,
      distance: () => undefined,
      version: (service) => versions.get(service) ?? "",
      traffic: () => 1,
    };
  }
  const rootHost = hosts.some(({ name }) => name === spec.root) ? spec.root : undefined;
  const roots =
    rootHost === undefined
      ? [spec.root]
      : services.filter((one) => one.hosts.includes(rootHost)).map((one) => one.name);
  const distances = distancesFrom(roots, spec.spread);

  const pressure = (at: number) => {
    const seconds = (at - fault.startedAt) / 1000;
    if (seconds <= 0) return 0;
    const part = seconds / spec.onset;
    return Math.min(1, fault.kind === "memory-leak" ? part % leakCycle : part);
  };
  const effect = (at: number) => Math.max(0, (pressure(at) - spec.quiet) / (1 - spec.quiet));
  const isRoot = (node: string, host?: string) =>
    rootHost === undefined ? node === spec.root : node === rootHost || host === rootHost;
  const strain = (node: string, at: number) => {
    const distance = distances.get(node);
    if (distance === undefined) return 0;
    return effect(at - distance * hopSeconds * 1000) * hopShare ** distance;
  };
  const isNewVersion = (service: string, host: string, at: number) => {
    const place = services.find(({ name }) => name === service)?.hosts.indexOf(host) ?? 0;
    return service === spec.root && at >= fault.startedAt + place * rolloutSeconds * 1000;
  };
  return {
    fault,
    spec,
    pressure,
    effect,
    strain,
    waiting: (node, at) => (spec.holds ? strain(node, at) : 0),
    isRoot,
    level: (node, host, at) => {
      if (spec.spread === "callees") return strain(node, at);
      if (!isRoot(node, host)) return 0;
      return fault.kind === "bad-deploy" && !isNewVersion(node, host, at) ? 0 : effect(at);
    },
    distance: (node) => (node === rootHost ? 0 : distances.get(node)),
    version: (service, host, at) =>
      fault.kind === "bad-deploy" && isNewVersion(service, host, at) ? newVersion : (versions.get(service) ?? ""),
    traffic: (at) => 1 + (spec.traffic - 1) * pressure(at),
  };
}
