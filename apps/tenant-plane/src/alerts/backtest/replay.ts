import type { AlertPolicyContent, Severity } from "@opsplane/contract";
import { advance, type GroupState, type Transition } from "../evaluation/advance.ts";
import { timingOf } from "../evaluation/evaluate.ts";
import { type GroupValues, type Moments, momentAt } from "../signals/group-values.ts";
import { observe } from "../signals/observe.ts";

/** An alert of a replay. Times are Unix milliseconds. */
export interface ReplayedAlert {
  key: string;
  labels: Readonly<Record<string, string>>;
  severity: Severity;
  startedAt: number;
  firedAt: number;
  resolvedAt: number | null;
  peak: number | null;
  flapping: boolean;
  /** False when it fired again so soon that it is the same alert as before. */
  isNew: boolean;
}

export interface Replay {
  states: Map<string, GroupState>;
  alerts: ReplayedAlert[];
  /** The alert of each group that fires at the end. */
  open: Map<string, ReplayedAlert>;
}

export function emptyReplay(): Replay {
  return { states: new Map(), alerts: [], open: new Map() };
}

/** Goes through the moments one by one, as live evaluation does. `replay` has what came before. */
export function replayInto(replay: Replay, content: AlertPolicyContent, values: GroupValues, moments: Moments): void {
  const timing = timingOf(content);
  for (let point = 0; point < moments.points; point++) {
    const at = momentAt(moments, point);
    const observed = observe(content, values, point, replay.states);
    const { states, transitions } = advance(timing, replay.states, observed, at);
    for (const transition of transitions) note(replay, transition, at);
    for (const [key, alert] of replay.open) notePeak(alert, states.get(key)?.value ?? null);
    replay.states = states;
  }
}

function note(replay: Replay, { kind, key, state }: Transition, at: number): void {
  if (kind === "fired") begin(replay, key, state);
  const open = replay.open.get(key);
  if (open === undefined) return;
  if (kind === "worse") open.severity = state.severity;
  else if (kind === "flapping") open.flapping = true;
  else if (kind === "resolved") {
    open.resolvedAt = at;
    replay.open.delete(key);
  }
}

function begin(replay: Replay, key: string, state: GroupState): void {
  const alert: ReplayedAlert = {
    key,
    labels: state.labels,
    severity: state.severity,
    startedAt: state.startedAt,
    firedAt: state.firedAt ?? state.startedAt,
    resolvedAt: null,
    peak: state.value,
    flapping: state.flapping,
    isNew: state.fires.length <= 1,
  };
  replay.alerts.push(alert);
  replay.open.set(key, alert);
}

function notePeak(alert: ReplayedAlert, value: number | null): void {
  if (value !== null && (alert.peak === null || Math.abs(value) > Math.abs(alert.peak))) alert.peak = value;
}
