import { bootstrapSums } from "./intervals.ts";
import { bestThreshold, type Labelled, normalized, profiles, rawAt, windowCount } from "./scorer.ts";

/** A score with its 95 % interval. */
export interface HeldOut {
  readonly score: number;
  readonly interval: readonly [number, number];
}

/** The standard score when the threshold of each part is chosen on the other parts. Series of one key are one part. */
export function heldOut(scored: readonly Labelled[], keys: readonly string[]): HeldOut {
  const raws = scored.map(() => 0);
  for (const key of new Set(keys)) {
    const { threshold } = bestThreshold(
      scored.filter((_, index) => keys[index] !== key),
      profiles.standard,
    );
    for (const [index, series] of scored.entries())
      if (keys[index] === key) raws[index] = rawAt([series], threshold, profiles.standard);
  }
  return withInterval(
    raws,
    scored.map((series) => windowCount([series])),
  );
}

/** The score of what each series earned, and its interval over series. */
export function withInterval(raws: readonly number[], windows: readonly number[]): HeldOut {
  const scoreOf = (which: readonly number[]) => {
    const sum = (values: readonly number[]) => which.reduce((all, index) => all + (values[index] ?? 0), 0);
    return normalized(sum(raws), sum(windows), profiles.standard);
  };
  return { score: scoreOf(raws.map((_, index) => index)), interval: bootstrapSums(raws.length, scoreOf) };
}
