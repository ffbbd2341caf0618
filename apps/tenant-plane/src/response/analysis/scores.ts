import type { RcaCause, Severity } from "@opsplane/contract";
import type { VersionComparison } from "@opsplane/rca";
import type { Action, IncidentFact } from "./facts.ts";
import { incidentsMs, minuteMs } from "./windows.ts";

// The weights of the built-in engine. Every score is between 0 and 1.

/** By the number of relations between the incident and the item. */
const nearness = {
  change: [1, 0.9, 0.75, 0.6],
  // An incident on the same item is often another sign of the same problem.
  incident: [0.45, 1, 0.9, 0.75],
} as const;

const riskWeight: Record<Action["risk"], number> = { unknown: 0.4, low: 0.9, medium: 0.95, high: 1, critical: 1 };

export function changeScore(
  change: Action,
  distance: number,
  at: Date,
  { effects, isTooLate, suspicion, verdict = "unclear" }: ChangeEffects,
): number {
  const recency = 0.35 + 0.65 * Math.exp(-minutesSince(change, at) / 180);
  const base = 0.9 * recency * near("change", distance) * riskWeight[change.risk] * (change.is_planned ? 0.5 : 1);
  const score = (effects > 0 ? raised(base, 0.3) : base) * (isTooLate ? 0.7 : 1);
  // What the version beside it suffers as well has another reason.
  if (verdict === "as good") return score * harmless;
  if (verdict === "worse") return raised(Math.max(suspicion ?? 0, score), provenWorse);
  if (suspicion === undefined) return score;
  // A recent change of what telemetry suspects explains it; one of something that looks fine is less likely the cause.
  return suspicion >= minSuspicion ? raised(suspicion, 0.6 * score) : score * unsuspected;
}

interface ChangeEffects {
  /** Incidents that followed it. */
  effects: number;
  /** The problem began before it. */
  isTooLate: boolean;
  /** The probability that the changed item is the cause; undefined when telemetry suspects nothing. */
  suspicion: number | undefined;
  /** Of a version that ran beside an older one. */
  verdict?: VersionComparison["verdict"];
}

const harmless = 0.3;
const provenWorse = 0.6;
const minSuspicion = 0.05;
const unsuspected = 0.5;

/** A change that is still running counts by its start, but a long one at most by half an hour. */
function minutesSince({ started_at, ended_at }: Action, at: Date): number {
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
  suspicion: number | undefined,
): number {
  const ms = at.getTime() - Date.parse(created_at);
  const base = 0.8 * timeWeight(ms) * near("incident", distance) * severityWeight[severity];
  if (suspicion === undefined) return base;
  return suspicion >= minSuspicion ? raised(base, 0.4 * suspicion) : base * unsuspected;
}

/** Most for the half hour before, less for an incident that was open for long or came later. */
function timeWeight(ms: number): number {
  if (ms < 0) return 0.65;
  if (ms <= incidentsMs) return 1;
  return 0.3 + 0.6 * Math.exp(-(ms - incidentsMs) / (24 * 60 * minuteMs));
}

/**
 * What the first cause's score is worth. Suspects of telemetry have calibrated probabilities; scores of records are only an order, so a
 * close second makes them less certain, unless it is what the first one changed.
 */
export function confidenceOf([first, ...others]: readonly Pick<
  RcaCause,
  "score" | "kind" | "ci_id" | "service"
>[]): number {
  if (first === undefined) return 0;
  if (first.kind === "service" || first.kind === "host") return first.score;
  const rival = others.find(({ ci_id, service }) => (ci_id ?? "") !== first.ci_id && (service ?? "") !== first.service);
  return first.score * (0.75 + 0.25 * (1 - (rival?.score ?? 0) / first.score));
}

function near(kind: keyof typeof nearness, distance: number): number {
  return nearness[kind][distance] ?? 0.5;
}

function raised(score: number, share: number): number {
  return score + (1 - score) * share;
}
