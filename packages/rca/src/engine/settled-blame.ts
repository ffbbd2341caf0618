import type { Blame, Blamed } from "./blame.ts";
import type { HostWay } from "./host-ways.ts";
import type { Call, SpanSets, Spans } from "./input.ts";
import type { Mentions } from "./mentions.ts";
import type { Slowdown } from "./slowdown.ts";
import { num } from "./span-time.ts";

// Where bad requests end is known from spans first. What logs, relations and the time on the way say moves some of them to another end.

interface Known {
  readonly spans: SpanSets;
  readonly slowdown: Slowdown;
  readonly mentions: Mentions | undefined;
  readonly calls: readonly Call[];
  readonly ways: readonly HostWay[];
}

export function settled(blame: Blame, { spans: { current }, slowdown, mentions, calls, ways }: Known): Blame {
  const senders = new Set([...current.services, ...(current.hosts ?? [])]);
  const onWay = onTheWay(blame, slowdown, farthest(ways));
  const byLogs = mentions ? asSettings(asNamed(onWay, mentions, tracedCalls(current)), mentions) : onWay;
  return asRelated(byLogs, calls, (name) => senders.has(name));
}

/** Whether spans show that one calls the other. */
function tracedCalls({ services, service, parent }: Spans): (caller: string, callee: string) => boolean {
  const nameOf = (span: number) => services[num(service, span)] ?? "";
  const found = new Set<string>();
  for (let span = 0; span < service.length; span++) {
    const above = num(parent, span);
    if (above >= 0) found.add(`${nameOf(above)}\n${nameOf(span)}`);
  }
  return (caller, callee) => found.has(`${caller}\n${callee}`);
}

/**
 * Failures that end in a service, because what it called sends no spans and no client span names it, are those of what the service names in
 * its log. What its spans show is judged by them.
 */
function asNamed(blame: Blame, mentions: Mentions, isTraced: (caller: string, callee: string) => boolean): Blame {
  const services = new Map(blame.services);
  for (const [service, each] of blame.services) {
    const parts = [...mentions.partsOf(service)].filter(([name]) => name !== service && !isTraced(service, name));
    const passed = parts.reduce((sum, [, part]) => sum + part, 0);
    if (each.failed === 0 || passed === 0) continue;
    services.set(service, { ...each, failed: each.failed * (1 - passed), unseenPart: 0 });
    for (const [name, part] of parts) {
      const known = services.get(name) ?? unblamed(each.operation);
      const failed = each.failed * part;
      services.set(name, { ...known, failed: known.failed + failed, unanswered: known.unanswered + failed });
    }
  }
  return { ...blame, services };
}

/** Failures of what answered nobody are those of a caller that writes that its own settings are wrong. */
function asSettings(blame: Blame, mentions: Mentions): Blame {
  const services = new Map(blame.services);
  for (const [service, each] of blame.services)
    for (const [caller, part] of each.callers) {
      const moved = each.failed * part * mentions.settingsPart(caller);
      if (moved === 0) continue;
      const [left, known] = [services.get(service) ?? each, services.get(caller) ?? unblamed(each.operation)];
      services.set(service, { ...left, failed: left.failed - moved });
      services.set(caller, { ...known, failed: known.failed + moved, unseenPart: 0 });
    }
  return { ...blame, services };
}

/** How sure it is that the caller is not to blame, when no relation names what it called. */
const unseenShare = 0.5;

/**
 * Bad requests that end in a call to something that no span names are those of what the caller depends on by relations and that sends no
 * spans. Without such a relation half of them count for nobody.
 */
function asRelated(blame: Blame, calls: readonly Call[], isSending: (name: string) => boolean): Blame {
  const services = new Map(blame.services);
  for (const [service, each] of blame.services) {
    const { failed, slow, unseenPart } = services.get(service) ?? each;
    if (unseenPart === 0) continue;
    const unseen = calls
      .filter(({ caller, callee }) => caller === service && !isSending(callee))
      .map(({ callee }) => callee);
    const moved = unseenPart * (unseen.length > 0 ? 1 : unseenShare);
    services.set(service, { ...each, failed: failed * (1 - moved), slow: slow * (1 - moved) });
    for (const name of unseen) {
      const known = services.get(name) ?? unblamed(each.operation);
      const add = (own: number, all: number) => own + (all * moved) / unseen.length;
      services.set(name, { ...known, failed: add(known.failed, failed), slow: add(known.slow, slow) });
    }
  }
  return { ...blame, services };
}

function unblamed(operation: string): Blamed {
  return { failed: 0, slow: 0, unanswered: 0, unseenPart: 0, callers: new Map(), operation };
}

/** A host that explains most of the extra time on the way, and clearly more than any one thing on it does. */
function farthest(ways: readonly HostWay[]): string | undefined {
  const [best] = ways
    .filter(({ part, memberPart }) => part >= minWayPart && memberPart <= maxMemberPart * part)
    .sort((a, b) => b.extra - a.extra);
  return best?.host;
}

const minWayPart = 0.6;
const maxMemberPart = 0.8;

/** Slow requests that end in a caller, because the way to a service takes the time, are those of a host that is far, or of the end that costs more. */
function onTheWay(blame: Blame, { own, transport }: Slowdown, far: string | undefined): Blame {
  const services = new Map(blame.services);
  for (const [caller, blamed] of blame.services) {
    const way = transport.get(caller);
    const callee = far ?? way?.worst.callee ?? caller;
    if (way === undefined || callee === caller || blamed.slow === 0 || way.extra <= (own.get(caller)?.extra ?? 0))
      continue;
    if (far === undefined && (transport.get(callee)?.extra ?? 0) < way.extra) continue;
    const known = services.get(callee) ?? unblamed(way.worst.detail.operation);
    services.set(callee, { ...known, slow: known.slow + blamed.slow });
    services.set(caller, { ...blamed, slow: 0 });
  }
  return { ...blame, services };
}
