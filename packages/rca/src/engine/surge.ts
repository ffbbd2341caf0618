import type { Drift } from "./drift.ts";
import type { Call, Spans } from "./input.ts";
import { signalOf } from "./signal.ts";
import { num } from "./span-time.ts";

export interface Surge {
  /** How many times the usual calls arrive. */
  readonly factor: number;
  readonly drift: Drift;
}

const minFactor = 1.5;

/**
 * Services that get far more calls than usual, although no caller of theirs does: where more work enters the system. Where spans show the
 * entrances, only these count, because a caller that calls more often is found by its spans.
 */
export function surgesOf(
  drifts: readonly Drift[],
  calls: readonly Call[],
  entrances?: ReadonlySet<string>,
): Map<string, Surge> {
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
  return new Map([...factors].filter(([service]) => (entrances ? entrances.has(service) : !explained.has(service))));
}

const minEntering = 0.5;

/** Services most of whose requests come from nobody that sends spans. */
export function entrancesOf({ services, service, parent }: Spans): Set<string> {
  const counts = services.map(() => ({ all: 0, entering: 0 }));
  for (let span = 0; span < service.length; span++) {
    const above = num(parent, span);
    const own = counts[num(service, span)];
    if (own === undefined || (above >= 0 && num(service, above) === num(service, span))) continue;
    own.all += 1;
    if (above < 0) own.entering += 1;
  }
  return new Set(services.filter((_, at) => (counts[at]?.entering ?? 0) > minEntering * (counts[at]?.all ?? 0)));
}
