import { mean, quantile, sorted, spread } from "./robust.ts";
import type { SpanGroup } from "./span-groups.ts";
import { costByEnd, type Edge, type EndCost } from "./transport.ts";

/** Where the extra time of a slowdown is spent, from spans. Times are milliseconds. */
export interface Slowdown {
  /** In the service's own code. */
  readonly own: ReadonlyMap<string, OwnTime>;
  /** On the way to and from it. */
  readonly transport: ReadonlyMap<string, EndCost<Timing>>;
  /** What the same spans take usually. */
  readonly usual: number;
}

interface OwnTime {
  readonly extra: number;
  /** Of the operation with the largest part. */
  readonly worst: Timing;
}

export interface Timing {
  readonly operation: string;
  /** The usual and the current mean. */
  readonly from: number;
  readonly to: number;
  readonly calls: number;
  /** Beyond what chance explains, over all calls. */
  readonly extra: number;
}

export function slowdownOf(groups: readonly SpanGroup[]): Slowdown {
  const own = new Map<string, OwnTime>();
  const edges: Edge<Timing>[] = [];
  let usual = 0;
  for (const { service, operation, usual: before, during } of groups) {
    usual += mean(before.own) * during.own.length;
    const timing = timingOf(operation, before.own, during.own);
    if (timing) {
      const known = own.get(service);
      const worst = known && known.worst.extra > timing.extra ? known.worst : timing;
      own.set(service, { extra: timing.extra + (known?.extra ?? 0), worst });
    }
    for (const [callee, times] of during.transport) {
      const known = before.transport.get(callee) ?? [];
      usual += mean(known) * times.length;
      const detail = timingOf(operation, known, times) ?? { operation, from: 0, to: 0, calls: times.length, extra: 0 };
      edges.push({ caller: service, callee, calls: times.length, extra: detail.extra, detail });
    }
  }
  return { own, transport: costByEnd(edges), usual };
}

/** Fewer usual spans say nothing about what is usual. */
const minUsual = 2;
/** With fewer, their spread is taken to be as large as their level. */
const enoughUsual = 5;
const standardErrors = 3;

/** Extra time beyond three standard errors. Means are trimmed, so that one stuck call is not a slowdown. */
export function timingOf(operation: string, usual: readonly number[], during: readonly number[]): Timing | undefined {
  if (usual.length < minUsual || during.length === 0) return undefined;
  const before = sorted(usual);
  const from = trimmed(before);
  const to = trimmed(sorted(during));
  const level = quantile(before, 0.5);
  const wide = Math.max(spread(before), usual.length < enoughUsual ? level : 0.05 * level);
  const chance = standardErrors * wide * Math.sqrt(1 / usual.length + 1 / during.length);
  const extra = Math.max((to - from - chance) * during.length, tailOf(before, during));
  if (extra <= 0) return undefined;
  // Where only some calls are slow, the mean of all says what users wait for.
  return { operation, from, to: Math.max(to, from + extra / during.length), calls: during.length, extra };
}

/** A call in the tail takes this much longer than all but one in a hundred usual ones. */
const tailFactor = 2;
const minTailCalls = 3;
const enoughForTail = 50;

/** The extra time of calls beyond the usual tail, where they are more than chance explains. */
function tailOf(usual: Float64Array, during: readonly number[]): number {
  if (usual.length < enoughForTail) return 0;
  const high = tailFactor * quantile(usual, 0.99);
  const slow = during.filter((value) => value > high);
  const expected = (usual.reduce((count, value) => count + (value > high ? 1 : 0), 0) / usual.length) * during.length;
  if (slow.length < minTailCalls || slow.length < expected + standardErrors * Math.sqrt(expected + 1)) return 0;
  return (slow.reduce((sum, value) => sum + value - high, 0) * (slow.length - expected)) / slow.length;
}

function trimmed(ascending: Float64Array): number {
  const cut = Math.floor(ascending.length / 10);
  return mean(ascending.subarray(cut, ascending.length - cut));
}
