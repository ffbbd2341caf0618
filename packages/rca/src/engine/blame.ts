import { badSpansOf, failedMark, isFailed, type TimesOf, usualTimes } from "./bad-spans.ts";
import type { SpanSets, Spans } from "./input.ts";
import type { Places } from "./places.ts";
import { num } from "./span-time.ts";

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
  /** The part of them that ends in a call of it to something that no span names. */
  readonly unseenPart: number;
  /** For what sends no spans: who called it, in parts. */
  readonly callers: ReadonlyMap<string, number>;
}

export interface BlamedHost {
  readonly requests: number;
  /** What runs on it and is bad, and how much of what runs on it that is. */
  readonly members: readonly string[];
  readonly part: number;
}

/** With fewer bad spans nothing is concluded from their explanation. */
const minBad = 3;
export function blameOf(sets: SpanSets, at: number, places: Places): Blame {
  const times = usualTimes(sets, at);
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
    const all = now.failed + now.slow;
    services.set(service, {
      ...{ failed, slow, operation: now.operation, unanswered: now.unanswered, unseenPart: now.unseen / all },
      callers: new Map([...now.callers].map(([caller, count]) => [caller, count / all])),
    });
    const part = (failed + slow) / all;
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

/** What is more than the usual number and twice its chance. */
function beyondChance(now: number, usual: number): number {
  return Math.max(0, now - usual - 2 * Math.sqrt(usual));
}

interface End {
  hosts: Map<string, number>;
  failed: number;
  slow: number;
  unanswered: number;
  unseen: number;
  callers: Map<string, number>;
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
  const isCallers = callersFault(spans, isMeant);
  const { services, operations, service, operation, parent, peer, asks } = spans;
  const { bad, endOf, hasBadAbove, isAnswered } = badSpansOf(spans, times, isMeant);
  const nameOf = (span: number) => services[num(service, span)] ?? "";
  const found: Judged = { ends: new Map(), requests: 0, parts: new Map(), explained: new Map() };

  const explain = (span: number, culprit: string) => {
    const name = nameOf(span);
    const part = found.parts.get(name) ?? { own: 0, bad: 0 };
    found.parts.set(name, part);
    part.bad += 1;
    if (culprit === name) part.own += 1;
    else found.explained.set(span, culprit);
  };
  /** Counts a bad request where it ends. */
  const count = (span: number, end: number) => {
    const known = found.ends.get(nameOf(end)) ?? emptyEnd(operations[num(operation, end)] ?? "");
    found.ends.set(nameOf(end), known);
    const host = placeOf(spans, end);
    if (host !== undefined) known.hosts.set(host, (known.hosts.get(host) ?? 0) + 1);
    known[bad[span] === failedMark ? "failed" : "slow"] += 1;
    if (peer !== undefined && num(peer, end) === 1) {
      known.unanswered += 1;
      const caller = nameOf(num(parent, end));
      known.callers.set(caller, (known.callers.get(caller) ?? 0) + 1);
    }
    if (asks !== undefined && num(asks, end) === 1 && !isAnswered(end)) known.unseen += 1;
  };

  for (let span = 0; span < bad.length; span++) {
    if (!isMeant(span)) continue;
    const above = num(parent, span);
    if (above < 0) found.requests += 1;
    if (bad[span] === 0) continue;
    const last = endOf(span);
    // What answers everybody else is not the reason.
    const end = isCallers(last) ? num(parent, last) : last;
    explain(span, nameOf(end));
    if (!hasBadAbove(span)) count(span, end);
  }
  return found;
}

function emptyEnd(operation: string): End {
  return { hosts: new Map(), callers: new Map(), failed: 0, slow: 0, unanswered: 0, unseen: 0, operation };
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
