import { edges } from "../shop/call-graph.ts";
import { backends, dns, type Service } from "../shop/shop.ts";
import type { Conditions } from "./conditions.ts";
import { dailyShare } from "./traffic.ts";

/** The state of one instance of a service. Shares are from 0 to 1. */
export interface Vitals {
  requestsPerSecond: number;
  errorShare: number;
  medianSeconds: number;
  cpu: number;
  memory: number;
  gcShare: number;
  poolUsed: number;
  poolWaiting: number;
  dnsFailuresPerSecond: number;
}

const usualErrors = 0.0025;
const callsOutside = new Set(edges.filter(({ to }) => to === dns).map(({ from }) => from));

export function vitalsOf(conditions: Conditions, service: Service, host: string, at: number): Vitals {
  const { spec, fault } = conditions;
  const { name } = service;
  const share = dailyShare(at);
  const busy = share * conditions.traffic(at);
  const level = conditions.level(name, host, at);
  const isRoot = conditions.isRoot(name, host);
  // An instance on a healthy host suffers less than the one on the host that is the cause.
  const spared = !isRoot && conditions.distance(name) === 0 ? 0.3 : 1;
  const strain = conditions.strain(name, at) * spared;
  const suffers = isRoot && !spec?.loss ? 0 : strain;
  const waits = spec?.holds ? suffers : 0;
  const refused = isRoot && spec ? spec.refuse * conditions.effect(at) : 0;
  const growth = isRoot ? conditions.pressure(at) : 0;
  const leak = fault?.kind === "memory-leak" ? growth : 0;
  const pool = fault?.kind === "saturated-pool" ? growth : 0;
  const used = Math.min(1, 0.12 + 0.22 * busy + waits * 0.7 + pool);
  const slowed = spec ? (spec.slow - 1) * level * 0.6 : 0;
  return {
    requestsPerSecond: (service.requestRate / 2) * busy * (1 - refused),
    errorShare: Math.min(0.95, usualErrors + (spec?.fail ?? 0) * level + suffers * 0.2),
    medianSeconds: (service.responseMs * (1 + slowed) + (spec?.wait ?? 0) * level + waits * 700) / 1000,
    cpu: Math.min(0.99, 0.08 + 0.3 * busy + 0.12 * waits + 0.55 * leak),
    memory: Math.min(0.99, 0.38 + 0.06 * busy + 0.55 * leak),
    gcShare: 0.004 + 0.006 * busy + 0.4 * leak * leak,
    poolUsed: used * service.poolSize,
    poolWaiting: Math.max(0, used - 0.9) * 10 * service.requestRate * 0.4,
    dnsFailuresPerSecond: 0.0004 + (callsOutside.has(name) ? conditions.effect(at) * dnsShare(conditions) : 0),
  };
}

function dnsShare({ fault }: Conditions): number {
  return fault?.kind === "dns" ? 2.2 : 0;
}

/** How much the backends and the cause of the fault use of a host. */
export interface HostVitals {
  cpu: number;
  steal: number;
  memory: number;
  disk: number;
  diskBusy: number;
  bytesPerSecond: number;
  dropsPerSecond: number;
  retransmitsPerSecond: number;
}

export function hostVitals(conditions: Conditions, host: string, at: number): HostVitals {
  const { spec, fault } = conditions;
  const busy = dailyShare(at) * conditions.traffic(at);
  const isRoot = spec?.host === host;
  const pressure = isRoot ? conditions.pressure(at) : 0;
  const when = (kind: string) => (fault?.kind === kind ? pressure : 0);
  const isData = !host.includes("-app-");
  const lossy = when("network-loss");
  return {
    cpu: Math.min(0.99, 0.12 + 0.28 * busy + 0.5 * when("slow-database") + 0.3 * when("dns")),
    steal: 0.005 + 0.58 * when("noisy-neighbour"),
    memory: 0.46 + 0.08 * busy,
    disk: 0.48 + (isData ? 0.12 : 0) + (isData ? 0.395 : 0.5) * when("full-disk"),
    diskBusy: Math.min(1, 0.05 + 0.12 * busy + 0.75 * when("slow-database") + 0.3 * when("full-disk")),
    bytesPerSecond: 2_400_000 * busy * (1 - 0.45 * lossy),
    dropsPerSecond: 0.01 + 160 * lossy,
    retransmitsPerSecond: 0.4 * busy + 90 * lossy,
  };
}

export interface BackendVitals {
  connections: number;
  querySeconds: number;
  operationsPerSecond: number;
  errorsPerSecond: number;
}

const usualQuerySeconds: Readonly<Record<string, number>> = { postgresql: 0.005, opensearch: 0.026, redis: 0.0007 };

export function backendVitals(conditions: Conditions, name: string, at: number): BackendVitals {
  const { spec } = conditions;
  const backend = backends.find((one) => one.name === name);
  const busy = dailyShare(at) * conditions.traffic(at);
  const level = conditions.level(name, backend?.host ?? "", at);
  const slow = spec ? 1 + (spec.slow - 1) * level : 1;
  const waiting = conditions.isRoot(name) ? conditions.effect(at) : 0;
  const operationsPerSecond = 40 * busy * (1 - 0.5 * waiting);
  return {
    connections: 14 + 22 * busy + 60 * waiting,
    querySeconds: (usualQuerySeconds[backend?.system ?? ""] ?? 0.002) * slow,
    operationsPerSecond,
    errorsPerSecond: 0.001 + operationsPerSecond * (spec && conditions.isRoot(name) ? spec.refuse * waiting : 0),
  };
}
