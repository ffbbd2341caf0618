import type { Severity } from "@opsplane/contract";
import type { Anomaly } from "./anomaly.ts";
import type { ChangeFact, IncidentFact } from "./facts.ts";
import { incidentsMs, minuteMs } from "./windows.ts";

// The weights of the built-in engine. Every score is between 0 and 1.

/** By the number of relations between the incident and the item. */
const nearness = {
  change: [1, 0.9, 0.75, 0.6],
  // An incident on the same item is often another sign of the same problem.
  incident: [0.45, 1, 0.9, 0.75],
  service: [0.5, 0.9, 0.9, 0.8],
} as const;

const riskWeight: Record<ChangeFact["risk_level"], number> = { low: 0.9, medium: 0.95, high: 1, critical: 1 };

export function changeScore(
  change: ChangeFact,
  distance: number,
  at: Date,
  { effects, isTooLate }: { effects: number; isTooLate: boolean },
): number {
  const recency = 0.35 + 0.65 * Math.exp(-minutesSince(change, at) / 180);
  const base = 0.9 * recency * near("change", distance) * riskWeight[change.risk_level] * (change.is_planned ? 0.5 : 1);
  return (effects > 0 ? raised(base, 0.3) : base) * (isTooLate ? 0.7 : 1);
}

/** A change that is still running counts by its start, but a long one at most by half an hour. */
function minutesSince({ started_at, ended_at }: ChangeFact, at: Date): number {
  const ended = ended_at === null ? Number.POSITIVE_INFINITY : Date.parse(ended_at);
  const ms = at.getTime() - (ended <= at.getTime() ? ended : Date.parse(started_at));
  const minutes = Math.max(0, ms) / minuteMs;
  return ended <= at.getTime() ? minutes : Math.min(minutes, 30);
}

const severityWeight: Record<Severity, number> = { P1: 1, P2: 0.95, P3: 0.85, P4: 0.7, P5: 0.55 };

export function incidentScore(
  { created_at, severity }: IncidentFact,
  distance: number,
  at: Date,
  anomalies: number,
): number {
  const ms = at.getTime() - Date.parse(created_at);
  const base = 0.8 * timeWeight(ms) * near("incident", distance) * severityWeight[severity];
  return anomalies > 0 ? raised(base, 0.2) : base;
}

/** Most for the half hour before, less for an incident that was open for long or came later. */
function timeWeight(ms: number): number {
  if (ms < 0) return 0.65;
  if (ms <= incidentsMs) return 1;
  return 0.3 + 0.6 * Math.exp(-(ms - incidentsMs) / (24 * 60 * minuteMs));
}

export function serviceScore({ strength }: Anomaly, distance: number, isFirst: boolean): number {
  const base = 0.8 * strength * near("service", distance);
  return isFirst ? raised(base, 0.15) : base;
}

/** Less when the second cause is nearly as likely. */
export function confidenceOf(scores: readonly number[]): number {
  const [first = 0, second = 0] = scores;
  return first === 0 ? 0 : first * (0.75 + 0.25 * (1 - second / first));
}

function near(kind: keyof typeof nearness, distance: number): number {
  return nearness[kind][distance] ?? 0.5;
}

function raised(score: number, share: number): number {
  return score + (1 - score) * share;
}
