import { type Break, breaksOf } from "./behaviour.ts";
import { type Blame, type Blamed, type BlamedHost, blameOf } from "./blame.ts";
import { type Drift, driftOf } from "./drift.ts";
import { type FanOut, fanOutsOf } from "./fan-out.ts";
import { calleesOf, failureFlow, nearness, timeFlow } from "./flow.ts";
import type { Call, LogSets, RcaInput, Signal, SpanSets } from "./input.ts";
import { type LogShift, logShiftsOf } from "./log-shift.ts";
import { type LostCalls, lostCallsOf } from "./lost-calls.ts";
import { type Mention, type Mentions, mentionsOf } from "./mentions.ts";
import { type Placement, placementOf } from "./placement.ts";
import { isRemainder, signalOf } from "./signal.ts";
import { type Slowdown, slowdownOf, type Timing } from "./slowdown.ts";
import { groupSpans, type SpanGroup } from "./span-groups.ts";
import { type Stalled, stalledOf } from "./stalled.ts";
import { type Surge, surgesOf } from "./surge.ts";

/** The ways in which a service can look guilty. */
export const channels = [
  "slow",
  "failing",
  "broken",
  "saturated",
  "silent",
  "surging",
  "logging",
  "blamed",
  "fanning",
  "named",
  "changed",
  "sole",
  "stalled",
] as const;
export type Channel = (typeof channels)[number];

/** One observation about one service. */
export interface Evidence {
  readonly service: string;
  readonly channel: Channel;
  /** On a scale that all systems share: 0 is nothing, 1 is clear, 3 is overwhelming. */
  readonly amount: number;
  readonly detail:
    | { readonly kind: "own time"; readonly timing: Timing }
    | { readonly kind: "transport"; readonly caller: string; readonly callee: string; readonly timing: Timing }
    | { readonly kind: "metric"; readonly drift: Drift }
    | { readonly kind: "behaviour"; readonly found: Break }
    | { readonly kind: "log lines"; readonly shift: LogShift }
    | { readonly kind: "surge"; readonly surge: Surge }
    | { readonly kind: "lost calls"; readonly lost: LostCalls }
    | { readonly kind: "blame"; readonly blamed: Blamed; readonly bad: number }
    | { readonly kind: "blamed host"; readonly host: BlamedHost; readonly bad: number }
    | { readonly kind: "fan-out"; readonly fanOut: FanOut }
    | { readonly kind: "stalled"; readonly stalled: Stalled }
    | { readonly kind: "mention"; readonly mention: Mention };
}

/** Everything that speaks against a service. */
export function evidenceOf(input: RcaInput): Evidence[] {
  const { at, disturbed = [], spans, logs } = input;
  const drifts = input.series.map((series) => driftOf(series, at, disturbed)).filter((drift) => drift !== undefined);
  const groups = spans ? groupSpans(spans, logs, at, disturbed) : [];
  const slowdown = slowdownOf(groups);
  const calls = distinct([...input.calls, ...callsOf(groups)]);
  const symptom = symptomOf(input);
  // Only spans that say whether they failed show where a bad request ends; they then tell more than rates of errors do.
  const hasFailures = hasStatus(spans);
  const blame = spans && hasFailures ? blameOf(spans, at, calls) : undefined;
  const fanOuts = spans && hasFailures ? fanOutsOf(spans, at) : [];
  const mentions = logs ? mentionsOf(logs, input.services, at) : undefined;
  const surges = surgesOf(drifts, calls);
  const victims = flooded(fanOuts, surges);
  const slow =
    spans && slowdown.usual > 0 ? slowSpans(slowdown, placementOf(spans, at)) : slowMetrics(drifts, calls, input);
  const found = [
    ...slow.map(scaled(symptom.latency)).map(lessWhere(victims)),
    ...(hasFailures
      ? []
      : failing(drifts, calls, input)
          .map(scaled(symptom.errors))
          .map(lessWhere(blamingOthers(mentions)))),
    ...(spans ? broken(groups, spans.current, blame, hasFailures ? "changed" : "broken") : []),
    ...saturated(drifts)
      .map(lessWhere(explained(blame)))
      .map(lessWhere(victims)),
    ...silent(drifts, calls, input.affected),
    ...surging(surges),
    ...(logs
      ? logging(logs, at)
          .map(lessWhere(explained(blame)))
          .map(lessWhere(blamingOthers(mentions)))
      : []),
    ...(mentions ? named(mentions) : []),
    ...(blame ? blamed(onTheWay(blame, slowdown)).map(lessWhere(victims)) : []),
    ...fanning(fanOuts),
    ...(spans && hasFailures ? stalling(stalledOf(spans, at)) : []),
  ];
  return found.filter(({ amount }) => amount > 0).sort((a, b) => b.amount - a.amount);
}

/** Whether spans say that they failed. */
export function hasStatus(spans: SpanSets | undefined): boolean {
  return (spans?.current.failed?.length ?? 0) > 0;
}

/** How much latency and errors count, from 0.3 to 1. What users do not notice is less likely the problem. */
function symptomOf({ symptom, front = [], at, disturbed = [] }: RcaInput): Record<"latency" | "errors", number> {
  if (symptom !== undefined)
    return { latency: symptom === "errors" ? 0.3 : 1, errors: symptom === "latency" ? 0.3 : 1 };
  const drifts = front.map((series) => driftOf(series, at, disturbed)).filter((drift) => drift !== undefined);
  const strongest = (signal: Signal) =>
    Math.log1p(
      Math.max(0, ...drifts.filter(({ series }) => signalOf(series.metric) === signal).map((each) => each.strength)),
    );
  const [slow, failed] = [strongest("latency"), strongest("errors")];
  if (slow + failed < 0.5) return { latency: 1, errors: 1 };
  const weight = (own: number, other: number) => Math.min(1, Math.max(0.3, own / Math.max(other, 1e-9)));
  return { latency: weight(slow, failed), errors: weight(failed, slow) };
}

/** The part of the evidence against a service that stays, by service. */
function lessWhere(partOf: (service: string) => number): (evidence: Evidence) => Evidence {
  return (evidence) => ({ ...evidence, amount: evidence.amount * partOf(evidence.service) });
}

/** What follows from another service's failures or slowness says little about its own. */
function explained(blame: Blame | undefined): (service: string) => number {
  return (service) => (blame === undefined ? 1 : 0.15 + 0.85 * blame.ownPart(service));
}

/** A service that gets far more calls because a caller makes more for each request is a victim; when more users come, all others are. */
function flooded(fanOuts: readonly FanOut[], surges: ReadonlyMap<string, Surge>): (service: string) => number {
  const victims = new Set(fanOuts.filter(({ factor }) => factor >= floodFactor).map(({ callee }) => callee));
  const everybody = surges.size > 0 ? 0.4 : 1;
  return (service) => (victims.has(service) ? 0.4 : surges.has(service) ? 1 : everybody);
}

const floodFactor = 1.5;

function blamingOthers(mentions: Mentions | undefined): (service: string) => number {
  return (service) => 1 - 0.8 * (mentions?.blamesOthers(service) ?? 0);
}

/** What is named by others and names others itself only passes the problem on. */
function named({ about, blamesOthers }: Mentions): Evidence[] {
  return [...about].map(([service, mention]) => ({
    service,
    channel: "named",
    amount: Math.min(3, Math.log1p(mention.weight / 10)) * (1 - blamesOthers(service)),
    detail: { kind: "mention", mention },
  }));
}

/** Slow requests that end in a caller, because the way to a service takes the time, are those of the end that costs more. */
function onTheWay(blame: Blame, { own, transport }: Slowdown): Blame {
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

function blamed({ services, hosts, bad }: Blame): Evidence[] {
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

function fanning(fanOuts: readonly FanOut[]): Evidence[] {
  return fanOuts.map((fanOut) => ({
    service: fanOut.after ?? fanOut.caller,
    channel: "fanning",
    amount: Math.min(3, Math.log2(fanOut.to / Math.max(fanOut.from, 0.1))),
    detail: { kind: "fan-out", fanOut },
  }));
}

function scaled(factor: number): (evidence: Evidence) => Evidence {
  return (evidence) => ({ ...evidence, amount: evidence.amount * factor });
}

/** Extra time of 5 % of all time is clear. */
const slowUnit = 0.05;
/** Extra failures of 2 % of all calls are clear. */
const failureUnit = 0.02;
/** More is no clearer. */
const maxAmount = 4;

function slowSpans({ own, transport, usual }: Slowdown, { hosts, spreadOf }: Placement): Evidence[] {
  const slow = (service: string, total: number, extra: number, detail: Evidence["detail"]): Evidence => ({
    service,
    channel: "slow",
    amount: (Math.log1p(total / (slowUnit * usual)) * extra) / total,
    detail,
  });
  const services = [...new Set([...own.keys(), ...transport.keys()])].flatMap((service): Evidence[] => {
    const [inside, outside] = [own.get(service), transport.get(service)];
    const spread = spreadOf(service);
    const total = ((inside?.extra ?? 0) + (outside?.extra ?? 0)) * spread;
    if (total === 0) return [];
    const { caller = "", callee = "" } = outside?.worst ?? {};
    return [
      ...(inside ? [slow(service, total, inside.extra * spread, { kind: "own time", timing: inside.worst })] : []),
      ...(outside
        ? [
            slow(service, total, outside.extra * spread, {
              kind: "transport",
              caller,
              callee,
              timing: outside.worst.detail,
            }),
          ]
        : []),
    ];
  });
  return [
    ...services,
    // A host with one service looks the same as that service.
    ...[...hosts].flatMap(([host, { extra, worst, services: count }]) =>
      count > 1 && extra > 0 ? [slow(host, extra, extra, { kind: "own time", timing: worst })] : [],
    ),
  ];
}

function slowMetrics(drifts: readonly Drift[], calls: readonly Call[], { affected }: RcaInput): Evidence[] {
  const { own, transport, usual } = timeFlow(drifts, calls, affected);
  const metric = (drift: Drift): Evidence["detail"] => ({ kind: "metric", drift });
  const amount = (extra: number) => Math.log1p(extra / (slowUnit * Math.max(usual, 1e-9)));
  return [
    ...[...own].map(
      ([service, { extra, drift }]): Evidence => ({
        service,
        channel: "slow",
        amount: amount(extra),
        detail: metric(drift),
      }),
    ),
    ...[...transport].map(
      ([service, { extra, worst }]): Evidence => ({
        service,
        channel: "slow",
        amount: amount(extra),
        detail: metric(worst.detail),
      }),
    ),
  ];
}

function failing(drifts: readonly Drift[], calls: readonly Call[], { affected }: RcaInput): Evidence[] {
  const { own, usual } = failureFlow(drifts, calls, affected);
  return [...own].map(([service, { extra, drift }]) => ({
    service,
    channel: "failing",
    amount: Math.min(maxAmount, Math.log1p(extra / (failureUnit * Math.max(usual, 1e-9)))),
    detail: { kind: "metric", drift },
  }));
}

function broken(
  groups: readonly SpanGroup[],
  spans: Parameters<typeof breaksOf>[1],
  blame: Blame | undefined,
  channel: "broken" | "changed",
): Evidence[] {
  const found = breaksOf(groups, spans, (span) => blame?.explainedBy(span) !== undefined);
  return found.map((found) => ({
    service: found.after ?? found.service,
    channel,
    amount: Math.log1p(found.weight / 3),
    detail: { kind: "behaviour", found },
  }));
}

/** Metrics of a service's own resources that are higher than usual. A metric that several services share counts in parts. */
function saturated(drifts: readonly Drift[]): Evidence[] {
  const own = drifts.filter(
    ({ series, strength }) =>
      Math.abs(strength) > 1 && series.callee === undefined && signalOf(series.metric) === "saturation",
  );
  const key = ({ series }: Drift) => `${series.metric}\n${series.values.join()}`;
  const sharing = new Map<string, number>();
  for (const drift of own) sharing.set(key(drift), (sharing.get(key(drift)) ?? 0) + 1);
  return own.flatMap((drift): Evidence[] => {
    const worse = isRemainder(drift.series.metric) ? -drift.strength : drift.strength;
    const strength = worse / (sharing.get(key(drift)) ?? 1);
    if (strength <= 1) return [];
    const detail = { kind: "metric" as const, drift };
    return [
      { service: drift.series.service, channel: "saturated", amount: Math.min(maxAmount, Math.log(strength)), detail },
    ];
  });
}

function silent(drifts: readonly Drift[], calls: readonly Call[], affected: readonly string[] | undefined): Evidence[] {
  const near = nearness(affected, calleesOf(calls));
  return [...lostCallsOf(drifts, calls)].map(([service, lost]) => ({
    service,
    channel: "silent",
    amount: 3 * lost.amount * near(service),
    detail: { kind: "lost calls", lost },
  }));
}

function stalling(found: readonly Stalled[]): Evidence[] {
  return found.map((stalled) => ({
    service: stalled.service,
    channel: "stalled",
    amount: 3 * (1 - stalled.to / stalled.from),
    detail: { kind: "stalled", stalled },
  }));
}

function surging(surges: ReadonlyMap<string, Surge>): Evidence[] {
  return [...surges].map(([service, surge]) => ({
    service,
    channel: "surging",
    amount: Math.min(maxAmount, 2 * Math.log2(surge.factor)),
    detail: { kind: "surge", surge },
  }));
}

function logging(logs: LogSets, at: number): Evidence[] {
  return logShiftsOf(logs, at).map((shift) => ({
    service: shift.service,
    channel: "logging",
    amount: Math.min(maxAmount, Math.log1p(shift.weight / 10)),
    detail: { kind: "log lines", shift },
  }));
}

function callsOf(groups: readonly SpanGroup[]): Call[] {
  return groups.flatMap(({ service: caller, during, usual }) =>
    [...new Set([...during.transport.keys(), ...usual.transport.keys()])].map((callee) => ({ caller, callee })),
  );
}

function distinct(calls: readonly Call[]): Call[] {
  return [...new Map(calls.map((call) => [`${call.caller}\n${call.callee}`, call])).values()];
}
