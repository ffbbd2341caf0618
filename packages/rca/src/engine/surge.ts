import type { Drift } from "./drift.ts";
import type { Call } from "./input.ts";
import { signalOf } from "./signal.ts";

export interface Surge {
  /** How many times the usual calls arrive. */
  readonly factor: number;
  readonly drift: Drift;
}

const minFactor = 1.5;

/** Services that get far more calls than usual, although no caller of theirs does: where more work enters the system. */
export function surgesOf(drifts: readonly Drift[], calls: readonly Call[]): Map<string, Surge> {
  const factors = new Map<string, Surge>();
  for (const drift of drifts) {
    const { service, callee, metric } = drift.series;
    if (callee !== undefined || signalOf(metric) !== "traffic" || drift.usual <= 0 || drift.strength < 1) continue;
    const factor = drift.now / drift.usual;
    if (factor >= minFactor && factor > (factors.get(service)?.factor ?? 0)) factors.set(service, { factor, drift });
  }
  const explained = new Set(
    calls.filter(({ caller, callee }) => caller !== callee && factors.has(caller)).map(({ callee }) => callee),
  );
  return new Map([...factors].filter(([service]) => !explained.has(service)));
}
