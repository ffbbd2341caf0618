import { breaksOf } from "./behaviour.ts";
import type { Blame } from "./blame.ts";
import type { Evidence } from "./channel.ts";
import { type Drift, driftOf } from "./drift.ts";
import { blamingOthers, explained, flooded, lessWhere, named, takenDown } from "./explained.ts";
import { calleesOf, failureFlow, nearness, timeFlow } from "./flow.ts";
import { follow } from "./followed.ts";
import type { Call, LogSets, RcaInput, Signal, SpanSets } from "./input.ts";
import { logShiftsOf } from "./log-shift.ts";
import { lostCallsOf } from "./lost-calls.ts";
import { mentionsOf } from "./mentions.ts";
import { type Placement, placementOf } from "./placement.ts";
import { isRemainder, signalOf } from "./signal.ts";
import { type Slowdown, slowdownOf } from "./slowdown.ts";
import { groupSpans, type SpanGroup } from "./span-groups.ts";
import { type Surge, surgesOf } from "./surge.ts";

/** Everything that speaks against a service. */
export function evidenceOf(input: RcaInput): Evidence[] {
  const { at, disturbed = [], spans, logs } = input;
  const drifts = input.series.map((series) => driftOf(series, at, disturbed)).filter((drift) => drift !== undefined);
  const groups = spans ? groupSpans(spans, logs, at, disturbed) : [];
  const slowdown = slowdownOf(groups);
  const calls = distinct([...input.calls, ...callsOf(groups)]);
  const symptom = symptomOf(input);
  const mentions = logs ? mentionsOf(logs, input.services, at) : undefined;
  // Only spans that say whether they failed show where a bad request ends; they then tell more than rates of errors do.
  const followed = spans && hasStatus(spans) ? follow(spans, at, { calls, slowdown, mentions }) : undefined;
  const blame = followed?.blame;
  const surges = surgesOf(drifts, calls, followed?.entrances);
  const victims = followed ? flooded(followed.fanOuts, surges) : () => 1;
  const slow =
    spans && slowdown.usual > 0 ? slowSpans(slowdown, placementOf(spans, at)) : slowMetrics(drifts, calls, input);
  const failures = followed ? [] : failing(drifts, calls, input);
  const found = [
    ...slow.map(scaled(symptom.latency)).map(lessWhere(victims)),
    ...failures.map(scaled(symptom.errors)).map(lessWhere(blamingOthers(mentions))),
    ...(spans ? broken(groups, spans.current, blame, followed ? "changed" : "broken") : []),
    ...saturated(drifts)
      .map(lessWhere(explained(blame)))
      .map(lessWhere(victims)),
    ...silent(drifts, calls, input.affected),
    ...surging(surges),
    ...(logs ? logging(logs, at) : []).map(lessWhere(explained(blame))).map(lessWhere(blamingOthers(mentions))),
    ...(mentions ? named(mentions) : []).map(lessWhere(takenDown(followed?.gone ?? []))),
    ...(followed ? followed.evidence(victims) : []),
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
