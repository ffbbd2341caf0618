import type { Drift } from "./drift.ts";
import type { Call } from "./input.ts";
import { isRate, isSuccess, signalOf } from "./signal.ts";
import { costByEnd, type Edge, type EndCost } from "./transport.ts";

/** Extra time or failures by service, from metrics. A caller passes on what its callees cause. */
export interface Flow {
  /** What the service's callees do not explain. */
  readonly own: ReadonlyMap<string, FlowPart>;
  /** The same quantity in usual operation: calls times time, or calls. */
  readonly usual: number;
}

export interface TimeFlow extends Flow {
  /** Extra time between services, where both ends measure the same calls. */
  readonly transport: ReadonlyMap<string, EndCost<Drift>>;
}

interface FlowPart {
  readonly extra: number;
  readonly drift: Drift;
}

/** Quantiles do not add up as means do: a callee with a third of a caller's extra time can be all of it. */
const quantileFactor = 3;
/** A drift below this is noise. */
const minStrength = 0.7;

export function timeFlow(
  drifts: readonly Drift[],
  calls: readonly Call[],
  affected: readonly string[] | undefined,
): TimeFlow {
  const edges = edgesOf(drifts, calls);
  const waiting = new Map<string, number>();
  for (const { caller, extra } of edges) waiting.set(caller, (waiting.get(caller) ?? 0) + extra);
  const flow = flowOf(drifts, calls, affected, latencyOf(drifts), waiting, (drift, traffic) => ({
    extra: drift.change * traffic,
    usual: drift.usual * traffic,
  }));
  return { ...flow, transport: costByEnd(edges) };
}

export function failureFlow(
  drifts: readonly Drift[],
  calls: readonly Call[],
  affected: readonly string[] | undefined,
): Flow {
  const chosen = new Map<string, Drift>();
  const ofErrors = drifts.filter(
    ({ series: { callee, metric } }) => callee === undefined && signalOf(metric) === "errors",
  );
  // Rates of success say most, then rates of errors, then counts of them. One kind is compared between all services.
  const best = Math.min(...ofErrors.map(failureOrder));
  for (const drift of ofErrors) if (failureOrder(drift) === best) chosen.set(drift.series.service, drift);
  return flowOf(drifts, calls, affected, chosen, new Map(), (drift, traffic) => ({
    extra: failureOrder(drift) < 2 ? (drift.change / drift.whole) * traffic : drift.change,
    usual: traffic,
  }));
}

function failureOrder({ series: { metric } }: Drift): number {
  if (isSuccess(metric)) return 0;
  return isRate(metric) ? 1 : 2;
}

function flowOf(
  drifts: readonly Drift[],
  calls: readonly Call[],
  affected: readonly string[] | undefined,
  chosen: ReadonlyMap<string, Drift>,
  /** What is explained already. */
  elsewhere: ReadonlyMap<string, number>,
  amounts: (drift: Drift, traffic: number) => { extra: number; usual: number },
): Flow {
  const traffic = trafficOf(drifts);
  const found = new Map<string, FlowPart>();
  let [usual, all] = [0, 0];
  for (const [service, drift] of chosen) {
    const volume = traffic.get(service);
    if (volume === undefined) continue;
    const amount = amounts(drift, volume);
    all += amount.usual;
    if (affected === undefined || affected.includes(service)) usual += amount.usual;
    if (amount.extra > 0 && drift.strength >= minStrength) found.set(service, { extra: amount.extra, drift });
  }
  const callees = calleesOf(calls);
  const isNear = nearness(affected, callees);
  const own = new Map<string, FlowPart>();
  for (const [service, part] of found) {
    const below = [...(callees.get(service) ?? [])].filter((callee) => callee !== service);
    const passedOn = below.reduce((sum, callee) => sum + (found.get(callee)?.extra ?? 0), elsewhere.get(service) ?? 0);
    const explained = passedOn * (order(part.drift.series.metric) === 0 ? 1 : quantileFactor);
    const extra = Math.max(0, part.extra - explained) * isNear(service);
    if (extra > 0) own.set(service, { extra, drift: part.drift });
  }
  // Where the affected services have no calls of their own, those of all count.
  return { own, usual: usual > 0 ? usual : all };
}

function edgesOf(drifts: readonly Drift[], calls: readonly Call[]): Edge<Drift>[] {
  const traffic = trafficOf(drifts);
  // Callers share the calls of a callee in proportion to their own.
  const arriving = new Map<string, number>();
  for (const { caller, callee } of calls)
    arriving.set(callee, (arriving.get(callee) ?? 0) + (traffic.get(caller) ?? 0));
  const ends = new Map<string, { caller: string; callee: string; source?: Drift; destination?: Drift }>();
  for (const drift of drifts) {
    const { service: caller, callee, metric } = drift.series;
    if (callee === undefined || signalOf(metric) !== "latency") continue;
    const key = `${caller}\n${callee}`;
    const known = ends.get(key) ?? { caller, callee };
    ends.set(key, { ...known, [isCallersView(metric) ? "source" : "destination"]: drift });
  }
  return [...ends.values()].flatMap(({ caller, callee, source, destination }): Edge<Drift>[] => {
    if (source === undefined) return [];
    const part = (traffic.get(caller) ?? 0) / Math.max(arriving.get(callee) ?? 0, 1e-9);
    const volume = (traffic.get(callee) ?? 1) * Math.min(1, part);
    const outside = source.change - Math.max(0, destination?.change ?? 0);
    const extra = source.strength >= minStrength ? Math.max(0, outside) * volume : 0;
    return [{ caller, callee, calls: volume, extra, detail: source }];
  });
}

function isCallersView(metric: string): boolean {
  return /client|outgoing|source|caller/i.test(metric);
}

/** A service that the affected one does not call can still hurt it, through a shared host or database. */
const unreached = 0.2;

export function nearness(
  affected: readonly string[] | undefined,
  callees: ReadonlyMap<string, ReadonlySet<string>>,
): (service: string) => number {
  if (affected === undefined) return () => 1;
  const met = new Set(affected);
  for (const each of met) for (const callee of callees.get(each) ?? []) met.add(callee);
  return (service) => (met.has(service) ? 1 : unreached);
}

export function calleesOf(calls: readonly Call[]): Map<string, Set<string>> {
  const callees = new Map<string, Set<string>>();
  for (const { caller, callee } of calls) callees.set(caller, (callees.get(caller) ?? new Set()).add(callee));
  return callees;
}

/** Calls of each service during the problem, from its first metric of them. */
function trafficOf(drifts: readonly Drift[]): Map<string, number> {
  const traffic = new Map<string, number>();
  for (const { series, now } of drifts)
    if (series.callee === undefined && signalOf(series.metric) === "traffic" && !traffic.has(series.service))
      traffic.set(series.service, Math.max(now, 0));
  return traffic;
}

/** The latency of each service that is nearest to a mean, as the service itself measures it. */
function latencyOf(drifts: readonly Drift[]): Map<string, Drift> {
  const chosen = new Map<string, Drift>();
  for (const drift of drifts) {
    const { service, callee, metric } = drift.series;
    if (signalOf(metric) !== "latency" || isCallersView(metric)) continue;
    // Of calls between two services, the callee's view is the callee's latency.
    const owner = callee ?? service;
    const known = chosen.get(owner);
    const rank = known === undefined ? 1 : order(known.series.metric) - order(metric);
    if (rank > 0 || (rank === 0 && known !== undefined && drift.strength > known.strength)) chosen.set(owner, drift);
  }
  return chosen;
}

function order(metric: string): number {
  const name = metric.toLowerCase();
  if (/average|mean|avg|success|availab/.test(name)) return 0;
  return Number(/p(\d\d)/.exec(name)?.[1] ?? 50);
}
