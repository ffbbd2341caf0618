import type { SpanSets, Spans } from "./input.ts";
import { quantile, sorted } from "./robust.ts";
import { childrenOf, num } from "./span-time.ts";

/** Failed and slow spans, and the span that explains each. */
export interface BadSpans {
  /** 0 for a usual span, otherwise `slowMark` or `failedMark`. */
  readonly bad: Uint8Array;
  /** The span in which a bad one ends: down its failed calls, then down the calls that took its time. */
  endOf(span: number): number;
  /** Whether a span above it is bad too, so that it is not where a request is noticed first. */
  hasBadAbove(span: number): boolean;
  /** Whether anything followed from a span. */
  isAnswered(span: number): boolean;
}

const slowMark = 1;
export const failedMark = 2;

/** A span counts as slow beyond its usual 99th percentile, times this. */
const slowFactor = 1.3;
const minSlowMs = 5;
/** A call that has so much of a span's extra time explains it. */
const explaining = 0.5;

/** Traces are no deeper than this, but those of strangers may be, or be circles. */
const maxDepth = 200;

export function badSpansOf(spans: Spans, times: TimesOf, isMeant: (span: number) => boolean): BadSpans {
  const children = childrenOf(spans);
  const durationOf = (span: number) => num(spans.duration, span);
  const bad = Uint8Array.from({ length: spans.start.length }, (_, span) => {
    if (!isMeant(span)) return 0;
    return isFailed(spans, span) ? failedMark : isSlow(times(spans, span), durationOf(span)) ? slowMark : 0;
  });
  const extraOf = (span: number) => {
    const usual = times(spans, span);
    return usual === undefined ? 0 : durationOf(span) - usual.middle;
  };
  const failedIn = new Map<number, number>();
  /** The last failed span at or below this one. Spans inside a service often do not say that what they wait for failed. */
  const lastFailed = (span: number, depth: number): number => {
    if (isFailed(spans, span)) return span;
    const known = failedIn.get(span);
    if (known !== undefined) return known;
    let found = -1;
    if (depth < maxDepth)
      for (const child of children[span] ?? []) found = Math.max(found, lastFailed(child, depth + 1));
    failedIn.set(span, found);
    return found;
  };
  const failedCall = (span: number) => {
    if (bad[span] !== failedMark) return undefined;
    for (const child of (children[span] ?? []).toReversed()) {
      const found = lastFailed(child, 0);
      if (found >= 0) return found;
    }
    return undefined;
  };
  const hasBadAbove = (span: number): boolean => {
    let above = num(spans.parent, span);
    for (let depth = 0; above >= 0 && depth < maxDepth; depth++) {
      if (bad[above] !== 0) return true;
      above = num(spans.parent, above);
    }
    return false;
  };
  /** The call that has most of the extra time. A caller that gives up waited no longer than its own limit. */
  const slowCall = (span: number) => {
    const extra = extraOf(span);
    if (bad[span] !== slowMark && extra <= 0) return undefined;
    let [slowest, most] = [-1, minSlowMs];
    for (const child of children[span] ?? []) {
      const own = Math.min(extraOf(child), durationOf(span));
      if (own > most) [slowest, most] = [child, own];
    }
    return slowest < 0 || most < explaining * extra || bad[slowest] === 0 ? undefined : slowest;
  };
  const ends = new Map<number, number>();
  const endOf = (span: number, depth = 0): number => {
    const known = ends.get(span);
    if (known !== undefined) return known;
    const next = depth < maxDepth ? (failedCall(span) ?? slowCall(span)) : undefined;
    const end = next === undefined ? span : endOf(next, depth + 1);
    ends.set(span, end);
    return end;
  };
  return { bad, endOf, hasBadAbove, isAnswered: (span) => children[span] !== undefined };
}

function isSlow(usual: UsualTime | undefined, duration: number): boolean {
  return usual !== undefined && duration > Math.max(usual.high * slowFactor, usual.middle + minSlowMs);
}

interface UsualTime {
  middle: number;
  high: number;
}

/** What an operation usually takes; undefined where too few calls are known. */
export type TimesOf = (spans: Spans, span: number) => UsualTime | undefined;

const minUsual = 5;

/** The usual duration of each operation. */
export function usualTimes({ current, reference }: SpanSets, at: number): TimesOf {
  const found = new Map<string, number[]>();
  const collect = (spans: Spans, isUsual: (span: number) => boolean) => {
    for (let span = 0; span < spans.start.length; span++) {
      if (!isUsual(span) || isFailed(spans, span)) continue;
      const key = keyOf(spans, span);
      const known = found.get(key);
      if (known) known.push(num(spans.duration, span));
      else found.set(key, [num(spans.duration, span)]);
    }
  };
  if (reference) collect(reference, () => true);
  collect(current, (span) => num(current.start, span) < at);
  const times = new Map<string, UsualTime>();
  for (const [key, all] of found) {
    if (all.length < minUsual) continue;
    const ascending = sorted(all);
    times.set(key, { middle: quantile(ascending, 0.5), high: quantile(ascending, 0.99) });
  }
  return (spans, span) => times.get(keyOf(spans, span));
}

function keyOf({ service, operation, services, operations }: Spans, span: number): string {
  return `${services[num(service, span)] ?? ""}\n${operations[num(operation, span)] ?? ""}`;
}

export function isFailed({ failed }: Spans, span: number): boolean {
  return failed !== undefined && num(failed, span) === 1;
}
