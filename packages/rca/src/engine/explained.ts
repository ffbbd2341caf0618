import type { Blame } from "./blame.ts";
import type { Evidence } from "./channel.ts";
import type { FanOut } from "./fan-out.ts";
import type { Gone } from "./gone.ts";
import type { HostWay } from "./host-ways.ts";
import type { Mentions } from "./mentions.ts";
import type { Places } from "./places.ts";
import type { Stalled } from "./stalled.ts";
import type { Surge } from "./surge.ts";
import type { VersionComparison } from "./versions.ts";

// What explains what is bad, as evidence against it, and how much of the evidence against others stays then.

/** The part of the evidence against a service that stays, by service. */
export function lessWhere(partOf: (service: string) => number): (evidence: Evidence) => Evidence {
  return (evidence) => ({ ...evidence, amount: evidence.amount * partOf(evidence.service) });
}

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

/** When several things on a host are named, and most of what runs there, the host explains them. */
export function namedHosts({ about }: Mentions, { hosts, members }: Places): Evidence[] {
  const total = [...about.values()].reduce((sum, { weight }) => sum + weight, 0);
  return hosts.flatMap((host): Evidence[] => {
    const all = members(host);
    const own = all.filter((name) => about.has(name));
    if (own.length < 2) return [];
    const weight = own.reduce((sum, name) => sum + (about.get(name)?.weight ?? 0), 0);
    const amount = Math.min(3, Math.log1p(weight / 10)) * (weight / total) * (own.length / all.length);
    return [{ service: host, channel: "named", amount, detail: { kind: "mentioned members", host, members: own } }];
  });
}

/** What a host that is gone, or far, does to what runs on it. */
export function takenDown(gone: readonly Gone[]): (service: string) => number {
  const members = new Set(gone.flatMap((each) => each.members));
  return (service) => (members.has(service) ? 0.4 : 1);
}

export function goneOf(found: readonly Gone[]): Evidence[] {
  return found.map((gone) => ({
    service: gone.host,
    channel: "gone",
    amount: Math.min(3, Math.log1p(gone.expected / 5)),
    detail: { kind: "gone", gone },
  }));
}

/** The version that is worse than the one beside it. Only one of two can be. */
export function worseVersions(found: readonly VersionComparison[]): Evidence[] {
  return found
    .filter(({ verdict }) => verdict === "worse")
    .map((comparison) => ({
      service: comparison.service,
      channel: "version",
      amount: Math.min(3, comparison.distance / 3),
      detail: { kind: "version", comparison },
    }));
}

/** Extra time of a tenth of all time on the way is clear. */
const wayUnit = 0.1;

/** A host explains what no single thing on it does. */
export function far(ways: readonly HostWay[]): Evidence[] {
  return ways.map((way) => ({
    service: way.host,
    channel: "far",
    amount:
      Math.min(4, Math.log1p(way.extra / (wayUnit * Math.max(way.usual, 1e-9)))) *
      way.part *
      Math.min(1, 2 * (1 - way.memberPart / way.part)),
    detail: { kind: "host way", way },
  }));
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
