import { type LabelMatcher, own, type Silence } from "@opsplane/contract";
import { openPattern, patternProblem } from "@opsplane/patterns";
import { type CronTime, slotAtOrBefore, slotsAfter } from "@opsplane/runtime";

/** A silence as it is stored. */
export type StoredSilence = Omit<Silence, "state" | "active_until" | "next_start" | "muted_alerts">;

type Times = Pick<Silence, "state" | "active_until" | "next_start">;

const minute = 60_000;

/** Whether it mutes now, until when, and when it begins next. */
export function timesOf({ starts_at, ends_at, recurrence }: StoredSilence, now: Date): Times {
  const [start, end] = [Date.parse(starts_at), ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(ends_at)];
  const at = now.getTime();
  const ended: Times = { state: "ended", active_until: null, next_start: null };
  if (at >= end) return ended;
  if (recurrence === null)
    return at < start
      ? { state: "scheduled", active_until: null, next_start: starts_at }
      : { state: "active", active_until: ends_at, next_start: null };
  const from = new Date(Math.max(at, start - 1));
  const next = nextSlot(recurrence, from, end);
  const last = slotAtOrBefore(recurrence, now)?.getTime();
  const until = (last ?? 0) + recurrence.duration_minutes * minute;
  if (last !== undefined && last >= start && at < until)
    return { state: "active", active_until: new Date(Math.min(until, end)).toISOString(), next_start: next };
  return next === null ? ended : { state: "scheduled", active_until: null, next_start: next };
}

function nextSlot(recurrence: CronTime, after: Date, end: number): string | null {
  const [next] = slotsAfter(recurrence, after, 1);
  return next !== undefined && next.getTime() < end ? next.toISOString() : null;
}

/** The labels that matchers see: those of the alert, and what every alert has. */
export interface MatchedAlert {
  name: string;
  severity: string;
  source: string;
  labels: Readonly<Record<string, string>>;
}

export function matchesAll(matchers: readonly LabelMatcher[], alert: MatchedAlert): boolean {
  const { name, severity, source } = alert;
  const labels: Record<string, string> = {
    alertname: name,
    severity,
    policy: source,
    integration: source,
    ...alert.labels,
  };
  return matchers.every(({ name: label, operator = "=", value }) => {
    const found = own(labels, label) ?? "";
    const isEqual = operator.endsWith("~") ? matchesPattern(value, found) : found === value;
    return isEqual !== operator.startsWith("!");
  });
}

function matchesPattern(pattern: string, label: string): boolean {
  return openPattern(pattern, { dotIsAny: true })?.matchesWhole(label) ?? false;
}

const maxPattern = 1_000;

/** Why a matcher cannot be used. */
export function matcherProblem({ operator = "=", value }: LabelMatcher): string | undefined {
  const problem = operator.endsWith("~") && patternProblem(value, { longest: maxPattern, dotIsAny: true });
  return problem ? problem.replace(/\.$/, "") : undefined;
}
