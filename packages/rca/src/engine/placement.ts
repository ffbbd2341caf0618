import type { SpanSets, Spans } from "./input.ts";
import { type Timing, timingOf } from "./slowdown.ts";
import { exclusiveTimes, num } from "./span-time.ts";

/** Extra time by host, and how much of each service's calls is slow wherever it runs. */
export interface Placement {
  readonly hosts: ReadonlyMap<string, HostTime>;
  /** For services on several hosts: the part of their calls on hosts where they are slow. */
  readonly spreadOf: (service: string) => number;
}

interface HostTime {
  /** Milliseconds, times the part of the host's calls that are slow. */
  readonly extra: number;
  readonly worst: Timing;
  readonly services: number;
}

interface Cell {
  readonly service: string;
  readonly host: string;
  readonly operation: string;
  readonly usual: number[];
  readonly during: number[];
}

/**
 * A slow host slows all that runs on it and nothing elsewhere; a slow service is slow wherever it runs. Own times are compared for each
 * operation on each host.
 */
export function placementOf(sets: SpanSets, at: number): Placement {
  const cells = cellsOf(sets, at);
  const found = cells.map((cell) => ({
    ...cell,
    calls: cell.during.length,
    timing: timingOf(cell.operation, cell.usual, cell.during),
  }));
  const byHost = grouped(found, ({ host }) => host);
  const byService = grouped(found, ({ service }) => service);
  const hosts = new Map<string, HostTime>();
  for (const [host, own] of byHost) {
    const worst = own.reduce((a, b) => ((b.timing?.extra ?? 0) > (a.timing?.extra ?? 0) ? b : a)).timing;
    if (worst === undefined) continue;
    const extra = own.reduce((sum, { timing }) => sum + (timing?.extra ?? 0), 0);
    const services = [...grouped(own, ({ service }) => service).values()];
    hosts.set(host, { extra: extra * slowPart(services), worst, services: services.length });
  }
  return {
    hosts,
    spreadOf: (service) => {
      const places = [...grouped(byService.get(service) ?? [], ({ host }) => host).values()];
      return places.length < 2 ? 1 : slowPart(places);
    },
  };
}

interface Measured {
  readonly calls: number;
  readonly timing: Timing | undefined;
}

/** The part of the calls in members that got slower. A member is slow when any of its operations is. */
function slowPart(members: readonly (readonly Measured[])[]): number {
  const calls = (own: readonly Measured[]) => own.reduce((sum, each) => sum + each.calls, 0);
  const extra = (own: readonly Measured[]) => own.reduce((sum, { timing }) => sum + (timing?.extra ?? 0), 0);
  const perCall = members.map((own) => extra(own) / Math.max(calls(own), 1));
  const worst = Math.max(...perCall);
  if (worst <= 0) return 0;
  const total = members.reduce((sum, own) => sum + calls(own), 0);
  const slow = members.reduce((sum, own, at) => sum + calls(own) * Math.min(1, (5 * (perCall[at] ?? 0)) / worst), 0);
  return slow / total;
}

function cellsOf({ current, reference }: SpanSets, at: number): Cell[] {
  const cells = new Map<string, Cell>();
  const collect = (spans: Spans | undefined, side: "usual" | "during", from: number) => {
    if (spans?.host === undefined) return;
    const own = exclusiveTimes(spans);
    for (let span = 0; span < own.length; span++) {
      const host = spans.hosts?.[num(spans.host, span)];
      // What a caller waits for says nothing about its own host.
      if (host === undefined || num(spans.start, span) < from || (spans.asks && num(spans.asks, span) === 1)) continue;
      const service = spans.services[num(spans.service, span)] ?? "";
      const operation = spans.operations[num(spans.operation, span)] ?? "";
      const key = `${service}\n${host}\n${operation}`;
      const cell = cells.get(key) ?? { service, host, operation, usual: [], during: [] };
      cell[side].push(num(own, span));
      cells.set(key, cell);
    }
  };
  collect(reference, "usual", 0);
  collect(current, "during", at);
  return [...cells.values()];
}

function grouped<T>(all: readonly T[], by: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const known = groups.get(by(each));
    if (known) known.push(each);
    else groups.set(by(each), [each]);
  }
  return groups;
}
