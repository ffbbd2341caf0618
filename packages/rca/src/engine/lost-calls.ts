import type { Drift } from "./drift.ts";
import type { Call } from "./input.ts";
import { signalOf } from "./signal.ts";

export interface LostCalls {
  /** The part of its callees that it stopped calling. */
  readonly amount: number;
  /** The callee that lost most of its calls. */
  readonly callee: string;
  readonly drift: Drift;
}

const minStrength = 0.7;

/**
 * Services whose callees get far fewer calls, although they themselves get as many as usual. They stopped calling, so the problem is in
 * them and not in the callees.
 */
export function lostCallsOf(drifts: readonly Drift[], calls: readonly Call[]): Map<string, LostCalls> {
  const losses = lossesOf(drifts);
  const known = calls.filter(({ caller, callee }) => losses.has(caller) && losses.has(callee) && caller !== callee);
  const callers = new Map<string, number>();
  for (const { callee } of known) callers.set(callee, (callers.get(callee) ?? 0) + 1);
  const lost = new Map<string, LostCalls>();
  for (const caller of new Set(known.map((call) => call.caller))) {
    const own = losses.get(caller)?.part ?? 0;
    const below = known.flatMap((call): { callee: string; drift: Drift; weight: number; gone: number }[] => {
      const loss = losses.get(call.callee);
      if (call.caller !== caller || loss === undefined) return [];
      // A callee with other callers says less.
      const weight = 1 / (callers.get(call.callee) ?? 1);
      return [{ callee: call.callee, drift: loss.drift, weight, gone: Math.max(0, loss.part - own) * weight }];
    });
    const [worst] = [...below].sort((a, b) => b.gone - a.gone);
    if (worst === undefined || worst.gone === 0) continue;
    const amount = sum(below.map(({ gone }) => gone)) / sum(below.map(({ weight }) => weight));
    lost.set(caller, { amount, callee: worst.callee, drift: worst.drift });
  }
  return lost;
}

/** The part of its usual calls that each service does not get. */
function lossesOf(drifts: readonly Drift[]): Map<string, { part: number; drift: Drift }> {
  const losses = new Map<string, { part: number; drift: Drift }>();
  for (const drift of drifts) {
    const { service, callee, metric } = drift.series;
    if (callee !== undefined || signalOf(metric) !== "traffic" || drift.usual <= 0) continue;
    const part = -drift.strength >= minStrength ? Math.max(0, 1 - drift.now / drift.usual) : 0;
    losses.set(service, { part, drift });
  }
  return losses;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
