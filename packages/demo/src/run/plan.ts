import { type Fault, type FaultKind, faults } from "../simulator/faults.ts";
import type { DemoOptions } from "./options.ts";
import type { DemoState } from "./state.ts";
import type { Window } from "./telemetry.ts";

const second = 1000;
const hour = 3600 * second;
export const historyMs = 6 * hour;
/** Live telemetry is sent this late, because a trace is complete some seconds after its start. */
export const liveLagMs = 10 * second;

export interface DemoPlan {
  readonly seed: number;
  readonly fault: Fault;
  /** The ranges to send, the most urgent first. */
  readonly history: readonly Window[];
  /** What an earlier start has stored without gaps. */
  readonly stored?: Window | undefined;
  /** Where live telemetry begins. */
  readonly liveFrom: number;
}

const defaultFault: FaultKind = "slow-database";
const defaultSeed = 1;

/** What a start has to send. A second start continues: it fills the gap, and history that the first did not finish. */
export function planOf(options: DemoOptions, state: DemoState | undefined, now: number): DemoPlan {
  const liveFrom = liveUntil(now);
  const oldest = liveFrom - historyMs;
  const seed = options.seed ?? state?.seed ?? defaultSeed;
  const fault = faultOf(options, state, now);
  const sent = state?.sent;
  if (!sent || sent.to <= oldest) return { seed, fault, history: [{ from: oldest, to: liveFrom }], liveFrom };
  const ranges = [
    { from: sent.to, to: liveFrom },
    { from: oldest, to: sent.from },
  ];
  return { seed, fault, history: ranges.filter(({ from, to }) => from < to), stored: sent, liveFrom };
}

/** The end of the live telemetry that can be sent now. */
export function liveUntil(now: number): number {
  return Math.floor((now - liveLagMs) / second) * second;
}

function faultOf({ fault: wanted }: DemoOptions, state: DemoState | undefined, now: number): Fault {
  const earlier = state?.fault;
  const isRecent = earlier !== undefined && earlier.startedAt > now - historyMs;
  if (isRecent && (wanted === undefined || wanted === earlier.kind)) return earlier;
  const kind = wanted ?? earlier?.kind ?? defaultFault;
  // What is stored already does not show a fault that is new in this start.
  return { kind, startedAt: Math.max(startOf(kind, now), state?.sent?.to ?? 0) };
}

/**
 * A fault begins ten minutes before the start, or earlier if requests notice it late. A bad deployment begins two minutes after the
 * start, because its change must come first and records cannot be dated back.
 */
function startOf(kind: FaultKind, now: number): number {
  if (kind === "bad-deploy") return now + 120 * second;
  const { onset, quiet } = faults[kind];
  return now - Math.max(600, onset * quiet + 300) * second;
}

/** When monitoring notices the fault and opens an incident. */
export function noticedAt({ kind, startedAt }: Fault): number {
  const { onset, quiet } = faults[kind];
  return startedAt + (onset * quiet + 120) * second;
}
