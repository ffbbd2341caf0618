import type { Call, SpanSets, Spans } from "./input.ts";
import { quantile, sorted } from "./robust.ts";
import { childrenOf, num } from "./span-time.ts";

/**
 * Which service each bad request ends in. A failed span is explained by the call that failed in it, or by the call that took its time
 * until it gave up; a slow span by the call that has most of its extra time. What no call explains stays where it is.
 */
export interface Blame {
  /** Beyond what is usual, by service. */
  readonly services: ReadonlyMap<string, Blamed>;
  /** The same by host, for hosts on which several things are bad. */
  readonly hosts: ReadonlyMap<string, BlamedHost>;
  /** Bad requests beyond usual, counted where they are noticed first. */
  readonly bad: number;
  readonly requests: number;
  /** The part of a service's bad spans that no other service explains; 1 where too few are bad. */
  ownPart(service: string): number;
  /** The service that explains a bad span of the current set; undefined when the span is not bad, or nothing else explains it. */
  explainedBy(span: number): string | undefined;
}

export interface Blamed {
  /** Requests that end in it, beyond usual. */
  readonly failed: number;
  readonly slow: number;
  readonly operation: string;
  /** Its callers got no answer, and it has no span of its own. */
  readonly unanswered: number;
}

export interface BlamedHost {
  readonly requests: number;
  /** What runs on it and is bad, and how much of what runs on it that is. */
  readonly members: readonly string[];
  readonly part: number;
}

/** With fewer bad spans nothing is concluded from their explanation. */
const minBad = 3;
/** A span counts as slow beyond its usual 99th percentile, times this. */
const slowFactor = 1.3;
const minSlowMs = 5;
/** A call that has so much of a span's extra time explains it. */
const explaining = 0.5;

export function blameOf(sets: SpanSets, at: number, calls: readonly Call[]): Blame {
  const times = usualTimes(sets, at);
  const places = placesOf(sets, at, calls);
  const during = judged(sets.current, times, (span) => num(sets.current.start, span) >= at, places.of);
  const before = [
    judged(sets.current, times, (span) => num(sets.current.start, span) < at, places.of),
    ...(sets.reference ? [judged(sets.reference, times, () => true, places.of)] : []),
  ];
  const requests = during.requests;
  const usualRequests = before.reduce((sum, each) => sum + each.requests, 0);
  const services = new Map<string, Blamed>();
  const hosts = new Map<string, number>();
  for (const [service, now] of during.ends) {
    const usual = (kind: "failed" | "slow") =>
      (before.reduce((sum, each) => sum + (each.ends.get(service)?.[kind] ?? 0), 0) / Math.max(usualRequests, 1)) *
      requests;
    const failed = beyondChance(now.failed, usual("failed"));
    const slow = beyondChance(now.slow, usual("slow"));
    if (failed + slow === 0) continue;
    services.set(service, { failed, slow, operation: now.operation, unanswered: now.unanswered });
    const part = (failed + slow) / (now.failed + now.slow);
    for (const [host, count] of now.hosts) hosts.set(host, (hosts.get(host) ?? 0) + count * part);
  }
  return {
    services,
    hosts: new Map(
      [...hosts].flatMap(([host, count]): [string, BlamedHost][] => {
        const all = places.members(host);
        const members = all.filter((name) => services.has(name) && during.ends.get(name)?.hosts.has(host));
        return all.length < 2 ? [] : [[host, { requests: count, members, part: members.length / all.length }]];
      }),
    ),
    requests,
    bad: [...services.values()].reduce((sum, { failed, slow }) => sum + failed + slow, 0),
    ownPart: (service) => {
      const { own, bad } = during.parts.get(service) ?? { own: 0, bad: 0 };
      return bad < minBad ? 1 : own / bad;
    },
    explainedBy: (span) => during.explained.get(span),
  };
}

interface Places {
  /** Where a span of this service ran, as far as it is known. */
  of(spans: Spans, span: number): string | undefined;
  /** What runs on a host. */
  members(host: string): string[];
}

const minOnHost = 3;

/** Where services run: by their own spans, and by relations for what sends none. A service that is gone from a host was there. */
function placesOf({ current, reference }: SpanSets, at: number, calls: readonly Call[]): Places {
  const before = new Map<string, Map<string, number>>();
  const now = new Map<string, Map<string, number>>();
  const collect = (spans: Spans, into: typeof before, isMeant: (span: number) => boolean) => {
    for (let span = 0; span < spans.start.length; span++) {
      const host = hostOf(spans, span);
      if (host === undefined || !isMeant(span)) continue;
      const service = spans.services[num(spans.service, span)] ?? "";
      const known = into.get(service) ?? new Map<string, number>();
      into.set(service, known.set(host, (known.get(host) ?? 0) + 1));
    }
  };
  if (reference) collect(reference, before, () => true);
  collect(current, before, (span) => num(current.start, span) < at);
  collect(current, now, (span) => num(current.start, span) >= at);
  const hosts = new Set([...before.values(), ...now.values()].flatMap((each) => [...each.keys()]));
  const related = new Map(
    calls.flatMap(({ caller, callee }) => (hosts.has(callee) && !before.has(caller) ? [[caller, callee]] : [])),
  );
  const goneFrom = (service: string) => {
    const gone = [...(before.get(service) ?? [])].filter(
      ([host, count]) => count >= minOnHost && !now.get(service)?.has(host),
    );
    return gone.length === 1 ? gone[0]?.[0] : undefined;
  };
  return {
    of: (spans, span) => {
      const service = spans.services[num(spans.service, span)] ?? "";
      return hostOf(spans, span) ?? related.get(service) ?? goneFrom(service);
    },
    members: (host) => [
      ...[...before].flatMap(([service, on]) => ((on.get(host) ?? 0) >= minOnHost ? [service] : [])),
      ...[...related].flatMap(([service, on]) => (on === host ? [service] : [])),
    ],
  };
}

function hostOf({ host, hosts }: Spans, span: number): string | undefined {
  const at = host === undefined ? -1 : num(host, span);
  return at < 0 ? undefined : hosts?.[at];
}

/** What is more than the usual number and twice its chance. */
function beyondChance(now: number, usual: number): number {
  return Math.max(0, now - usual - 2 * Math.sqrt(usual));
}

interface UsualTime {
  middle: number;
  high: number;
}

type TimesOf = (spans: Spans, span: number) => UsualTime | undefined;

const minUsual = 5;

/** The usual duration of each operation. */
function usualTimes({ current, reference }: SpanSets, at: number): TimesOf {
  const found = new Map<string, number[]>();
  const collect = (spans: Spans, isUsual: (span: number) => boolean) => {
    for (let span = 0; span < spans.start.length; span++) {
      if (!isUsual(span) || isFailed(spans, span)) continue;
      const key = keyOf(spans, span);
      const known = found.get(key);
      if (known) known.push(num(spans.duration, span));
      else found.set(key, [num(spans.duration, span)]);
    }
  };
  if (reference) collect(reference, () => true);
  collect(current, (span) => num(current.start, span) < at);
  const times = new Map<string, UsualTime>();
  for (const [key, all] of found) {
    if (all.length < minUsual) continue;
    const ascending = sorted(all);
    times.set(key, { middle: quantile(ascending, 0.5), high: quantile(ascending, 0.99) });
  }
  return (spans, span) => times.get(keyOf(spans, span));
}

function keyOf({ service, operation, services, operations }: Spans, span: number): string {
  return `${services[num(service, span)] ?? ""}\n${operations[num(operation, span)] ?? ""}`;
}

function isFailed({ failed }: Spans, span: number): boolean {
  return failed !== undefined && num(failed, span) === 1;
}

interface End {
  hosts: Map<string, number>;
  failed: number;
  slow: number;
  unanswered: number;
  operation: string;
}

interface Judged {
  ends: Map<string, End>;
  requests: number;
  /** Of each service: bad spans, and those that nothing else explains. */
  parts: Map<string, { own: number; bad: number }>;
  explained: Map<number, string>;
}

function judged(
  spans: Spans,
  times: TimesOf,
  isMeant: (span: number) => boolean,
  placeOf: (spans: Spans, span: number) => string | undefined,
): Judged {
  const children = childrenOf(spans);
  const isCallers = callersFault(spans, isMeant);
  const { services, operations, service, operation, parent, duration, peer } = spans;
  const extraOf = (span: number) => {
    const usual = times(spans, span);
    return usual === undefined ? 0 : num(duration, span) - usual.middle;
  };
  const isSlow = (span: number) => {
    const usual = times(spans, span);
    return usual !== undefined && num(duration, span) > Math.max(usual.high * slowFactor, usual.middle + minSlowMs);
  };
  const bad = new Uint8Array(service.length);
  for (let span = 0; span < bad.length; span++)
    if (isMeant(span)) bad[span] = isFailed(spans, span) ? 2 : isSlow(span) ? 1 : 0;

  const ends = new Map<number, number>();
  /** The span in which a bad one ends. */
  const endOf = (span: number, depth = 0): number => {
    const known = ends.get(span);
    if (known !== undefined) return known;
    const next = depth < maxDepth ? reasonOf(span) : undefined;
    const end = next === undefined ? span : endOf(next, depth + 1);
    ends.set(span, end);
    return end;
  };
  const reasonOf = (span: number): number | undefined => {
    const called = children[span] ?? [];
    const failing = bad[span] === 2 ? called.findLast((child) => isFailed(spans, child)) : undefined;
    if (failing !== undefined) return failing;
    const extra = extraOf(span);
    // A caller that gives up is as slow as its limit, which may be less than the call that it waited for.
    const waited = bad[span] === 1 || isSlow(span) || extra > 0;
    if (!waited) return undefined;
    const [slowest] = called
      .map((child) => ({ child, extra: Math.min(extraOf(child), num(duration, span)) }))
      .sort((a, b) => b.extra - a.extra);
    if (slowest === undefined || slowest.extra < explaining * extra || slowest.extra < minSlowMs) return undefined;
    return bad[slowest.child] === 0 ? undefined : slowest.child;
  };

  const found: Judged = { ends: new Map(), requests: 0, parts: new Map(), explained: new Map() };
  for (let span = 0; span < bad.length; span++) {
    if (!isMeant(span)) continue;
    const above = num(parent, span);
    if (above < 0) found.requests += 1;
    if (bad[span] === 0) continue;
    const last = endOf(span);
    // What answers everybody else is not the reason.
    const end = isCallers(last) ? num(parent, last) : last;
    const [name, culprit] = [services[num(service, span)] ?? "", services[num(service, end)] ?? ""];
    const part = found.parts.get(name) ?? { own: 0, bad: 0 };
    found.parts.set(name, part);
    part.bad += 1;
    if (culprit === name) part.own += 1;
    else found.explained.set(span, culprit);
    if (above >= 0 && bad[above] !== 0) continue;
    const known = found.ends.get(culprit) ?? emptyEnd(operations[num(operation, end)] ?? "");
    found.ends.set(culprit, known);
    const host = placeOf(spans, end);
    if (host !== undefined) known.hosts.set(host, (known.hosts.get(host) ?? 0) + 1);
    if (bad[span] === 2) known.failed += 1;
    else known.slow += 1;
    if (peer !== undefined && num(peer, end) === 1) known.unanswered += 1;
  }
  return found;
}

function emptyEnd(operation: string): End {
  return { hosts: new Map(), failed: 0, slow: 0, unanswered: 0, operation };
}

const minFailing = 0.3;
const minAnswered = 8;
const maxOthersFailing = 0.05;

/** Whether a call that failed without an answer is its caller's fault, because the same thing answers other callers as usual. */
function callersFault(spans: Spans, isMeant: (span: number) => boolean): (span: number) => boolean {
  const { service, parent, peer } = spans;
  if (peer === undefined) return () => false;
  const calls = new Map<number, Map<number, { all: number; failed: number }>>();
  for (let span = 0; span < service.length; span++) {
    const above = num(parent, span);
    if (!isMeant(span) || above < 0 || num(service, above) === num(service, span)) continue;
    const callers = calls.get(num(service, span)) ?? new Map<number, { all: number; failed: number }>();
    calls.set(num(service, span), callers);
    const known = callers.get(num(service, above)) ?? { all: 0, failed: 0 };
    callers.set(num(service, above), known);
    known.all += 1;
    if (isFailed(spans, span)) known.failed += 1;
  }
  return (span) => {
    const above = num(parent, span);
    if (num(peer, span) !== 1 || !isFailed(spans, span) || above < 0) return false;
    const callers = calls.get(num(service, span));
    const own = callers?.get(num(service, above));
    if (callers === undefined || own === undefined || own.failed < minFailing * own.all) return false;
    let [all, failed] = [-own.all, -own.failed];
    for (const each of callers.values()) {
      all += each.all;
      failed += each.failed;
    }
    return all >= minAnswered && failed <= maxOthersFailing * all;
  };
}

/** Traces are no deeper than this. */
const maxDepth = 200;
