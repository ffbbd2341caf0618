import type { Series } from "./input.ts";
import { quantile, sorted, spread } from "./robust.ts";
import { isSuccess, signalOf } from "./signal.ts";

/** Values farther from usual than this are unusual. */
const unusual = 4;
const tolerance = 0.05;
/** Without a clear beginning, an alert is taken to be this late. */
const defaultDelayMs = 5 * 60_000;

/**
 * When the problem began, which is before the alert. Looks at the series of what alerted: each has a last usual moment before it became
 * unusual for good, and the middle of these moments counts.
 */
export function onsetOf(series: readonly Series[], alertAt: number, maxDelayMs: number): number {
  const earliest = alertAt - maxDelayMs;
  const found = series
    .filter(({ metric }) => ["latency", "errors", "traffic"].includes(signalOf(metric)))
    .map((each) => beginningOf(each, earliest, alertAt))
    .filter((time) => time !== undefined);
  if (found.length === 0) return alertAt - defaultDelayMs;
  return Math.max(earliest, Math.min(alertAt, quantile(sorted(found), 0.5)));
}

/** When a series became unusual for good; undefined while it is usual. */
export function beginningOf(
  { metric, times, values, reference }: Series,
  earliest: number,
  alertAt: number,
): number | undefined {
  const usual = [...reference, ...values.filter((_, at) => (times[at] ?? 0) < earliest)].filter(
    (value) => value !== null,
  );
  if (usual.length < 5) return undefined;
  const ascending = sorted(usual);
  const middle = quantile(ascending, 0.5);
  const unit = spread(ascending) + tolerance * Math.abs(middle) + (isSuccess(metric) ? 0 : 1e-9);
  const recent = times.flatMap((time, at) => {
    const value = values[at];
    return time >= earliest && time <= alertAt && value !== null && value !== undefined ? [{ time, value }] : [];
  });
  const isUnusual = ({ value }: { value: number }) => Math.abs(value - middle) / unit > unusual;
  const [last, before] = [recent.at(-1), recent.at(-2)];
  if (last === undefined || !(isUnusual(last) || (before !== undefined && isUnusual(before)))) return undefined;
  // Two usual steps in a row end the search backwards; a single one may be luck.
  let first = last.time;
  let calm = 0;
  for (const step of recent.toReversed()) {
    if (isUnusual(step)) [first, calm] = [step.time, 0];
    else if (++calm === 2) break;
  }
  return first;
}
