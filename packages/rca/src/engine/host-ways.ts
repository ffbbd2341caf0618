import type { SpanSets, Spans } from "./input.ts";
import { type Timing, timingOf } from "./slowdown.ts";
import { childrenOf, num } from "./span-time.ts";
import { costByEnd, type Edge } from "./transport.ts";

/** A host to and from which calls take longer. */
export interface HostWay {
  readonly host: string;
  /** Extra milliseconds of calls to and from it, times the part of its calls that are slow. */
  readonly extra: number;
  /** The part of all extra time on the way that is on its ways, and the largest such part of anything on it. */
  readonly part: number;
  readonly memberPart: number;
  /** What usual calls on these ways take. */
  readonly usual: number;
  readonly worst: { readonly caller: string; readonly callee: string; readonly timing: Timing };
}

interface Way {
  readonly caller: string;
  readonly callee: string;
  /** The services at both ends. */
  readonly from: string;
  readonly to: string;
  readonly operation: string;
  readonly usual: number[];
  readonly during: number[];
}

/**
 * Time on the way between hosts: of a call the part that its callee did not see; the whole call, where the callee sends no spans. An end of
 * a slow way whose other ways are slow as well is the reason.
 */
export function hostWaysOf(sets: SpanSets, at: number): HostWay[] {
  const timed = waysOf(sets, at).flatMap((way) => {
    const timing = timingOf(way.operation, way.usual, way.during);
    return [{ ...way, timing, extra: timing?.extra ?? 0, calls: way.during.length }];
  });
  const all = timed.reduce((sum, { extra }) => sum + extra, 0);
  if (all === 0) return [];
  const usual = timed.reduce((sum, way) => sum + mean(way.usual) * way.calls, 0);
  const edges = timed.map((way): Edge<(typeof timed)[number]> => ({ ...way, detail: way }));
  const byService = new Map<string, number>();
  for (const { from, to, extra } of timed)
    for (const service of new Set([from, to])) byService.set(service, (byService.get(service) ?? 0) + extra);
  const known = new Set([...(sets.current.hosts ?? []), ...(sets.reference?.hosts ?? [])]);
  return [...costByEnd(edges)].flatMap(([host, { extra, worst }]): HostWay[] => {
    const { timing } = worst.detail;
    if (!known.has(host) || timing === undefined) return [];
    const own = timed.filter(({ caller, callee }) => caller === host || callee === host);
    const onHost = new Set(
      own.flatMap((way) => [...(way.caller === host ? [way.from] : []), ...(way.callee === host ? [way.to] : [])]),
    );
    const touching = own.reduce((sum, way) => sum + way.extra, 0);
    const most = Math.max(...[...onHost].map((service) => byService.get(service) ?? 0));
    const { from: caller, to: callee } = worst.detail;
    return [
      {
        host,
        extra,
        part: touching / all,
        memberPart: Math.min(touching, most) / all,
        usual,
        worst: { caller, callee, timing },
      },
    ];
  });
}

function waysOf({ current, reference }: SpanSets, at: number): Way[] {
  const ways = new Map<string, Way>();
  if (reference) collect(ways, reference, () => "usual");
  collect(ways, current, (time) => (time < at ? "usual" : "during"));
  return [...ways.values()].filter(({ during }) => during.length > 0);
}

function collect(ways: Map<string, Way>, spans: Spans, sideOf: (start: number) => "usual" | "during"): void {
  const { services, operations, service, operation, duration, start, peer } = spans;
  const children = childrenOf(spans);
  for (let span = 0; span < start.length; span++) {
    const [callee, second] = children[span] ?? [];
    if (callee === undefined || second !== undefined || num(service, callee) === num(service, span)) continue;
    const caller = hostOf(spans, span);
    const to = services[num(service, callee)] ?? "";
    const isUnseen = peer !== undefined && num(peer, callee) === 1;
    const end = hostOf(spans, callee) ?? (isUnseen ? to : undefined);
    if (caller === undefined || end === undefined || end === caller) continue;
    const from = services[num(service, span)] ?? "";
    const action = operations[num(operation, span)] ?? "";
    const key = `${caller}\n${end}\n${from}\n${to}\n${action}`;
    const way = ways.get(key) ?? { caller, callee: end, from, to, operation: action, usual: [], during: [] };
    ways.set(key, way);
    way[sideOf(num(start, span))].push(
      isUnseen ? num(duration, span) : Math.max(0, num(duration, span) - num(duration, callee)),
    );
  }
}

function hostOf({ host, hosts }: Spans, span: number): string | undefined {
  return host === undefined ? undefined : hosts?.[num(host, span)];
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length;
}
