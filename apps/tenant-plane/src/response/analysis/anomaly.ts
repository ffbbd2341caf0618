import type { ServiceFact } from "./facts.ts";
import { counted } from "./phrases.ts";
import { minuteMs, recentFrom, recentMs, usualMs } from "./windows.ts";

/** What was unusual about a service before the incident. */
export interface Anomaly {
  service: string;
  ci_id: string | null;
  /** 0 to 1. */
  strength: number;
  findings: readonly Finding[];
  /** The start of the first unusual minute. */
  firstAt: Date;
}

interface Finding {
  kind: "traces" | "logs";
  text: string;
  strength: number;
  firstAt: Date;
}

/** Compares the minutes before the incident with the hour before them. Undefined when nothing is unusual. */
export function anomalyOf(fact: ServiceFact, at: Date): Anomaly | undefined {
  const findings = [errorRate(fact, at), latency(fact, at), loggedErrors(fact, at)].filter(
    (finding) => finding !== undefined,
  );
  if (findings.length === 0) return undefined;
  const { service, ci_id } = fact;
  const strength = 1 - findings.reduce((rest, finding) => rest * (1 - finding.strength * 0.9), 1);
  const firstAt = new Date(Math.min(...findings.map((finding) => finding.firstAt.getTime())));
  return { service, ci_id, strength, findings, firstAt };
}

const minCalls = 10;
/** A rate must grow by this share of all calls. */
const minRise = 0.05;
const minFactor = 3;

function errorRate({ service, calls }: ServiceFact, at: Date): Finding | undefined {
  const { recent, usual } = split(calls, at);
  const [now, before] = [shareOfErrors(recent), shareOfErrors(usual)];
  const isUnusual = (rate: number) => rate - before >= minRise && rate >= before * minFactor;
  if (sum(recent, (point) => point.calls) < minCalls || !isUnusual(now)) return undefined;
  const first = recent.find((point) => isUnusual(point.errors / point.calls)) ?? recent[0];
  return {
    kind: "traces",
    text: `The error rate of ${service} rose from ${percent(before)} to ${percent(now)}.`,
    strength: Math.min(1, (now - before) / 0.3),
    firstAt: startOf(first, at),
  };
}

const minSlower = 2;
const minSlowerMs = 50;

function latency({ service, calls }: ServiceFact, at: Date): Finding | undefined {
  const { recent, usual } = split(calls, at);
  const [now, before] = [usualLatency(recent), usualLatency(usual)];
  if (now === undefined || before === undefined) return undefined;
  const isUnusual = (ms: number) => ms >= before * minSlower && ms - before >= minSlowerMs;
  if (sum(recent, (point) => point.calls) < minCalls || !isUnusual(now)) return undefined;
  return {
    kind: "traces",
    text: `The p95 latency of ${service} rose from ${duration(before)} to ${duration(now)}.`,
    strength: Math.min(1, Math.log2(now / Math.max(before, 1)) / 3),
    firstAt: startOf(
      recent.find((point) => isUnusual(point.p95_ms)),
      at,
    ),
  };
}

const minErrors = 10;

function loggedErrors({ service, logs }: ServiceFact, at: Date): Finding | undefined {
  const { recent, usual } = split(logs, at);
  const [now, before] = [sum(recent, ({ errors }) => errors), sum(usual, ({ errors }) => errors)];
  const expected = (before * recentMs) / usualMs;
  if (now < minErrors || now < expected * minFactor) return undefined;
  const eachMinute = before / (usualMs / minuteMs);
  return {
    kind: "logs",
    text: `${service} logged ${counted(now, "error")} in 15 minutes, after ${before} in the hour before.`,
    strength: Math.min(1, Math.log2(now / Math.max(expected, 1)) / 4),
    firstAt: startOf(
      recent.find(({ errors }) => errors > 0 && errors >= eachMinute * minFactor),
      at,
    ),
  };
}

function split<P extends { ts: string }>(points: readonly P[], at: Date): { recent: P[]; usual: P[] } {
  const from = recentFrom(at).getTime();
  const isRecent = ({ ts }: P) => Date.parse(ts) >= from;
  return { recent: points.filter(isRecent), usual: points.filter((point) => !isRecent(point)) };
}

function shareOfErrors(points: readonly { calls: number; errors: number }[]): number {
  const calls = sum(points, (point) => point.calls);
  return calls === 0 ? 0 : sum(points, ({ errors }) => errors) / calls;
}

/** The p95 of a usual minute: half of the calls were in minutes that were not slower. */
function usualLatency(points: readonly { calls: number; p95_ms: number }[]): number | undefined {
  let left = sum(points, ({ calls }) => calls) / 2;
  for (const { calls, p95_ms } of points.toSorted((a, b) => a.p95_ms - b.p95_ms)) {
    left -= calls;
    if (left <= 0) return p95_ms;
  }
  return undefined;
}

function startOf(point: { ts: string } | undefined, at: Date): Date {
  return point ? new Date(point.ts) : at;
}

function sum<T>(list: readonly T[], of: (each: T) => number): number {
  return list.reduce((total, each) => total + of(each), 0);
}

function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} %`;
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
