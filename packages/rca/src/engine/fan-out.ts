import type { SpanSets, Spans } from "./input.ts";
import { num } from "./span-time.ts";

/** A service that calls another far more often for each request than it usually does. */
export interface FanOut {
  readonly caller: string;
  readonly callee: string;
  /** Calls for each request of the caller, usually and now. */
  readonly from: number;
  readonly to: number;
  /** How many times the usual calls the callee gets from everybody. */
  readonly factor: number;
  /** A cache that the caller asks first. Its misses make these calls. */
  readonly after: string | undefined;
}

const minFactor = 1.8;
const minMore = 0.3;
const minCalls = 15;
/** Of the requests that make these calls, so many ask the cache first. */
const asksFirst = 0.8;

export function fanOutsOf({ current, reference }: SpanSets, at: number): FanOut[] {
  const now = counted(current, (span) => num(current.start, span) >= at);
  const before = counted(current, (span) => num(current.start, span) < at);
  if (reference) counted(reference, () => true, before);
  return [...now.calls].flatMap(([key, { caller, callee, count, firsts }]): FanOut[] => {
    const [own, usualOwn] = [now.entries.get(caller) ?? 0, before.entries.get(caller) ?? 0];
    if (count < minCalls || usualOwn < minCalls || own < 3) return [];
    const [from, to] = [(before.calls.get(key)?.count ?? 0) / usualOwn, count / own];
    if (to < minFactor * from || to < from + minMore) return [];
    const all = now.arriving.get(callee) ?? 0;
    const usual = before.arriving.get(callee) ?? 0;
    const per = Math.max(now.requests, 1) / Math.max(before.requests, 1);
    const after = [...firsts].find(([, asked]) => asked >= asksFirst * count)?.[0];
    return [{ caller, callee, from, to, factor: all / Math.max(usual * per, 1), after }];
  });
}

interface Counts {
  requests: number;
  /** Requests that each service gets. */
  entries: Map<string, number>;
  calls: Map<string, { caller: string; callee: string; count: number; firsts: Map<string, number> }>;
  arriving: Map<string, number>;
}

/** Calls that failed are left out, because a caller that tries again is not the reason. */
function counted(spans: Spans, isMeant: (span: number) => boolean, into?: Counts): Counts {
  const found: Counts = into ?? { requests: 0, entries: new Map(), calls: new Map(), arriving: new Map() };
  const { services, service, parent, failed, start } = spans;
  const nameOf = (span: number) => services[num(service, span)] ?? "";
  /** What each request of a service has called so far, by the request's first span. */
  const asked = new Map<number, Map<string, number>>();
  const countCall = (span: number, above: number) => {
    const [caller, callee] = [nameOf(above), nameOf(span)];
    const entry = entryOf(spans, above);
    const before = asked.get(entry) ?? new Map<string, number>();
    asked.set(entry, before);
    const key = `${caller}\n${callee}`;
    const known = found.calls.get(key) ?? { caller, callee, count: 0, firsts: new Map<string, number>() };
    found.calls.set(key, known);
    known.count += 1;
    const already = before.get(callee) ?? 0;
    for (const [first, times] of before) if (first !== callee && times > already) add(known.firsts, first);
    before.set(callee, already + 1);
  };
  const order = Array.from({ length: service.length }, (_, span) => span).sort((a, b) => num(start, a) - num(start, b));
  for (const span of order) {
    if (!isMeant(span)) continue;
    const above = num(parent, span);
    if (above < 0) found.requests += 1;
    if (above >= 0 && num(service, above) === num(service, span)) continue;
    add(found.entries, nameOf(span));
    if (above < 0 || (failed !== undefined && num(failed, span) === 1)) continue;
    add(found.arriving, nameOf(span));
    countCall(span, above);
  }
  return found;
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Traces are no deeper than this, but those of strangers may be circles. */
const maxDepth = 200;

/** The first span of a service in a request. */
function entryOf({ parent, service }: Spans, span: number): number {
  let at = span;
  for (let depth = 0; depth < maxDepth; depth++) {
    const above = num(parent, at);
    if (above < 0 || num(service, above) !== num(service, at)) break;
    at = above;
  }
  return at;
}
