import type { Severity } from "@opsplane/contract";
import { severities } from "@opsplane/contract";

// Decides what becomes of a policy's groups at one evaluation. Live evaluation and backtests call it with the same values, so both
// reach the same result. Times are Unix milliseconds.

/** The part of a policy that decides. */
export interface Timing {
  forMs: number;
  keepFiringMs: number;
  severity: Severity;
  noData: "keep" | "ok" | "alert";
}

/** What an evaluation found for a group. */
export interface Observation {
  labels: Readonly<Record<string, string>>;
  /** Null: there is no data. */
  value: number | null;
  /** Null: the condition does not hold. */
  severity: Severity | null;
}

/** A group whose condition holds, or held lately. */
export interface GroupState {
  labels: Readonly<Record<string, string>>;
  status: "pending" | "firing" | "resolved";
  severity: Severity;
  value: number | null;
  /** When the condition began to hold. */
  startedAt: number;
  firedAt: number | null;
  /** Firing, but the condition is over since then. */
  recoveringAt: number | null;
  resolvedAt: number | null;
  /** When it fired, within the last half hour. */
  fires: readonly number[];
  flapping: boolean;
  noData: boolean;
}

/** fired: also when it fires again. worse: a firing alert became more severe. dropped: what was pending is over. */
type TransitionKind = "pending" | "dropped" | "fired" | "worse" | "flapping" | "resolved";

export interface Transition {
  kind: TransitionKind;
  key: string;
  state: GroupState;
}

export interface Advanced {
  states: Map<string, GroupState>;
  transitions: Transition[];
}

/** An alert that fired this often within the window flaps. It then recovers only after a quiet time. */
const flapFires = 3;
const flapWindowMs = 30 * 60_000;
export const flapQuietMs = 10 * 60_000;

/** The states after an evaluation at `at`. Groups that are neither observed nor known stay away. */
export function advance(
  timing: Timing,
  states: ReadonlyMap<string, GroupState>,
  observed: ReadonlyMap<string, Observation>,
  at: number,
): Advanced {
  const next = new Map<string, GroupState>();
  const transitions: Transition[] = [];
  for (const key of new Set([...states.keys(), ...observed.keys()])) {
    const before = states.get(key);
    const seen = seenBy(timing, observed.get(key));
    const after = seen === "unknown" ? kept(before) : moved(timing, before, seen, at);
    if (after !== undefined && !isForgotten(after, at)) next.set(key, after);
    transitions.push(...changesOf(key, before, after));
  }
  return { states: next, transitions };
}

interface Seen {
  labels: Observation["labels"];
  value: number | null;
  severity: Severity | null;
  noData: boolean;
}

function seenBy({ noData, severity }: Timing, observed: Observation | undefined): Seen | "unknown" {
  if (observed !== undefined && observed.value !== null) return { ...observed, noData: false };
  if (observed !== undefined && noData === "alert")
    return { labels: observed.labels, value: null, severity, noData: true };
  return noData === "ok" ? { labels: observed?.labels ?? {}, value: null, severity: null, noData: false } : "unknown";
}

/** Without data a firing alert goes on. What was pending is not known to hold, so it begins again. */
function kept(before: GroupState | undefined): GroupState | undefined {
  return before?.status === "pending" ? undefined : before;
}

function moved(timing: Timing, before: GroupState | undefined, seen: Seen, at: number): GroupState | undefined {
  if (seen.severity === null) return recovered(timing, before, seen, at);
  const { severity, value, labels, noData } = seen;
  if (before?.status === "firing")
    return { ...before, value, noData, recoveringAt: null, severity: moreSevere(before.severity, severity) };
  const startedAt = before?.status === "pending" ? before.startedAt : at;
  const state: GroupState = {
    labels,
    status: "pending",
    severity,
    value,
    startedAt,
    firedAt: null,
    recoveringAt: null,
    resolvedAt: null,
    fires: lately(before?.fires ?? [], at),
    flapping: before?.flapping ?? false,
    noData,
  };
  if (at - startedAt < timing.forMs) return state;
  const fires = [...state.fires, at];
  return { ...state, status: "firing", firedAt: at, fires, flapping: fires.length >= flapFires };
}

function recovered(
  { keepFiringMs }: Timing,
  before: GroupState | undefined,
  { value }: Seen,
  at: number,
): GroupState | undefined {
  if (before?.status !== "firing") return before?.status === "resolved" ? before : undefined;
  const recoveringAt = before.recoveringAt ?? at;
  const quiet = Math.max(keepFiringMs, before.flapping ? flapQuietMs : 0);
  if (at - recoveringAt < quiet) return { ...before, value, recoveringAt };
  return { ...before, value, recoveringAt: null, status: "resolved", resolvedAt: at, noData: false };
}

function lately(fires: readonly number[], at: number): number[] {
  return fires.filter((fired) => fired > at - flapWindowMs);
}

/** A resolved alert is remembered for as long as it could turn out to flap. */
function isForgotten({ status, fires }: GroupState, at: number): boolean {
  return status === "resolved" && lately(fires, at).length === 0;
}

function moreSevere(one: Severity, other: Severity): Severity {
  return severities.indexOf(other) < severities.indexOf(one) ? other : one;
}

function changesOf(key: string, before: GroupState | undefined, after: GroupState | undefined): Transition[] {
  if (after === undefined) return before?.status === "pending" ? [{ kind: "dropped", key, state: before }] : [];
  const kinds: TransitionKind[] = [];
  if (after.status !== before?.status)
    kinds.push(after.status === "pending" ? "pending" : after.status === "firing" ? "fired" : "resolved");
  else if (after.status === "firing" && after.severity !== before.severity) kinds.push("worse");
  if (after.flapping && !before?.flapping) kinds.push("flapping");
  return kinds.map((kind) => ({ kind, key, state: after }));
}
