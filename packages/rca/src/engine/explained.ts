import type { Blame } from "./blame.ts";
import type { Evidence } from "./channel.ts";
import type { FanOut } from "./fan-out.ts";
import type { Mentions } from "./mentions.ts";
import type { Slowdown } from "./slowdown.ts";
import type { Stalled } from "./stalled.ts";
import type { Surge } from "./surge.ts";

// What explains what is bad, as evidence against it, and how much of the evidence against others stays then.

/** What follows from another service's failures or slowness says little about its own. */
export function explained(blame: Blame | undefined): (service: string) => number {
  return (service) => (blame === undefined ? 1 : 0.15 + 0.85 * blame.ownPart(service));
}

/** A service that gets far more calls because a caller makes more for each request is a victim; when more users come, all others are. */
export function flooded(fanOuts: readonly FanOut[], surges: ReadonlyMap<string, Surge>): (service: string) => number {
  const victims = new Set(fanOuts.filter(({ factor }) => factor >= floodFactor).map(({ callee }) => callee));
  const everybody = surges.size > 0 ? 0.4 : 1;
  return (service) => (victims.has(service) ? 0.4 : surges.has(service) ? 1 : everybody);
}

const floodFactor = 1.5;

export function blamingOthers(mentions: Mentions | undefined): (service: string) => number {
  return (service) => 1 - 0.8 * (mentions?.blamesOthers(service) ?? 0);
}

/** What is named by others and names others itself only passes the problem on. */
export function named({ about, blamesOthers }: Mentions): Evidence[] {
  return [...about].map(([service, mention]) => ({
    service,
    channel: "named",
    amount: Math.min(3, Math.log1p(mention.weight / 10)) * (1 - blamesOthers(service)),
    detail: { kind: "mention", mention },
  }));
}

/** Slow requests that end in a caller, because the way to a service takes the time, are those of the end that costs more. */
export function onTheWay(blame: Blame, { own, transport }: Slowdown): Blame {
  const services = new Map(blame.services);
  for (const [caller, blamed] of blame.services) {
    const way = transport.get(caller);
    const callee = way?.worst.callee ?? caller;
    if (way === undefined || callee === caller || blamed.slow === 0 || way.extra <= (own.get(caller)?.extra ?? 0))
      continue;
    if ((transport.get(callee)?.extra ?? 0) < way.extra) continue;
    const known = services.get(callee) ?? { failed: 0, slow: 0, unanswered: 0, operation: way.worst.detail.operation };
    services.set(callee, { ...known, slow: known.slow + blamed.slow });
    services.set(caller, { ...blamed, slow: 0 });
  }
  return { ...blame, services };
}

const enoughBad = 6;

export function blamed({ services, hosts, bad }: Blame): Evidence[] {
  // Some bad requests more are clear; what is bad at all is divided between the services.
  const clarity = Math.min(3, Math.log1p(bad / 3));
  const enough = Math.min(1, bad / enoughBad);
  return [
    ...[...services].flatMap(([service, each]): Evidence[] => {
      const part = (each.failed + each.slow) / bad;
      const detail = { kind: "blame" as const, blamed: each, bad };
      return [
        { service, channel: "blamed", amount: clarity * part, detail },
        // Nearly all bad requests in one place leave little room for another cause.
        { service, channel: "sole", amount: Math.max(0, 2 * part - 1) * enough, detail },
      ];
    }),
    // One bad thing on a host says little about the host.
    ...[...hosts].map(
      ([service, host]): Evidence => ({
        service,
        channel: "blamed",
        amount: clarity * (host.requests / bad) * Math.sqrt(host.part) * (host.members.length > 1 ? 1 : 0.3),
        detail: { kind: "blamed host", host, bad },
      }),
    ),
  ];
}

export function fanning(fanOuts: readonly FanOut[]): Evidence[] {
  return fanOuts.map((fanOut) => ({
    service: fanOut.after ?? fanOut.caller,
    channel: "fanning",
    amount: Math.min(3, Math.log2(fanOut.to / Math.max(fanOut.from, 0.1))),
    detail: { kind: "fan-out", fanOut },
  }));
}

export function stalling(found: readonly Stalled[]): Evidence[] {
  return found.map((stalled) => ({
    service: stalled.service,
    channel: "stalled",
    amount: 3 * (1 - stalled.to / stalled.from),
    detail: { kind: "stalled", stalled },
  }));
}
