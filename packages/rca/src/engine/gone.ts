import type { SpanSets, Spans } from "./input.ts";
import { num } from "./span-time.ts";

/** A host from which nothing comes, although several things on it were busy. */
export interface Gone {
  readonly host: string;
  /** What ran on it. */
  readonly members: readonly string[];
  /** Spans that would usually have come from it. */
  readonly expected: number;
}

const minExpected = 15;
const minExpectedOfMember = 2;
const minMembers = 2;
/** What came in so much of the time may have been sent before it went. */
const firstPart = 0.3;
const restingPart = 0.03;

/**
 * Hosts that fell silent while others go on. What comes usually is scaled by how much comes from everywhere, so that a quiet hour or a
 * smaller sample is no outage.
 */
export function goneHosts({ current, reference }: SpanSets, at: number): Gone[] {
  const last = current.start.length > 0 ? maxOf(current.start) : at;
  const from = at + firstPart * (last - at);
  const now = counted(current, (span) => num(current.start, span) >= from);
  const before = counted(current, (span) => num(current.start, span) < at);
  if (reference) counted(reference, () => true, before);
  const callers = callersIn(reference ?? current);
  // What only others of the same host call is silent because they are.
  const isStillCalled = (name: string, members: readonly string[]) => {
    const own = callers.get(name);
    return own === undefined || [...own].some((caller) => !members.includes(caller));
  };
  const scale = now.all / Math.max(1, before.all);
  return [...before.hosts].flatMap(([host, services]): Gone[] => {
    const expected = total(services) * scale;
    const members = [...services].filter(([, count]) => count * scale >= minExpectedOfMember).map(([name]) => name);
    if (expected < minExpected || members.filter((name) => isStillCalled(name, members)).length < minMembers) return [];
    return total(now.hosts.get(host) ?? new Map()) > restingPart * expected ? [] : [{ host, members, expected }];
  });
}

interface Counts {
  all: number;
  /** Spans by host and service. */
  hosts: Map<string, Map<string, number>>;
}

function counted(spans: Spans, isMeant: (span: number) => boolean, into?: Counts): Counts {
  const found: Counts = into ?? { all: 0, hosts: new Map() };
  const { services, service, host, hosts, start } = spans;
  if (host === undefined) return found;
  for (let span = 0; span < start.length; span++) {
    const name = hosts?.[num(host, span)];
    if (name === undefined || !isMeant(span)) continue;
    found.all += 1;
    const own = found.hosts.get(name) ?? new Map<string, number>();
    found.hosts.set(name, own);
    const member = services[num(service, span)] ?? "";
    own.set(member, (own.get(member) ?? 0) + 1);
  }
  return found;
}

/** Who calls each service. */
function callersIn({ services, service, parent }: Spans): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (let span = 0; span < service.length; span++) {
    const above = num(parent, span);
    if (above < 0 || num(service, above) === num(service, span)) continue;
    const callee = services[num(service, span)] ?? "";
    const known = found.get(callee) ?? new Set<string>();
    found.set(callee, known.add(services[num(service, above)] ?? ""));
  }
  return found;
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, each) => sum + each, 0);
}

function maxOf(values: ArrayLike<number>): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at++) most = Math.max(most, num(values, at));
  return most;
}
