import type { Recent } from "./recent.ts";

/**
 * How surprising a distance is among earlier ones: -log10 of the probability of one at least as large. 2 means one in a hundred.
 *
 * Below the 95th percentile the probability is counted. Above it a Pareto tail is fitted (Hill's estimator on distances shifted by their
 * median): it says how much larger than ever before something is, and heavy tails do not make each spike a sensation.
 */
export const surpriseAmong = (earlier: Recent, distance: number): number => {
  const { sorted } = earlier;
  const count = sorted.length;
  if (count < minEarlier) return 0;
  const tailSize = Math.max(minTail, Math.floor(count * tailShare));
  const start = count - tailSize - 1;
  const edge = sorted[start] ?? 0;
  if (distance <= edge) return -Math.log10((count - earlier.below(distance) + 1) / (count + 1));
  const shift = earlier.median() + tiny;
  let logs = 0;
  for (let index = start + 1; index < count; index += 1)
    logs += Math.log(((sorted[index] ?? 0) + shift) / (edge + shift));
  const heaviness = logs / tailSize + minHeaviness;
  const exceeded = Math.log10((distance + shift) / (edge + shift)) / heaviness;
  const fitted = Math.min(maxSurprise, exceeded - Math.log10(tailSize / count));
  // What was seen is not rarer than it was seen.
  return Math.min(fitted, -Math.log10((count - earlier.below(distance)) / (count + 1)));
};

const minEarlier = 20;
const minTail = 5;
const tailShare = 0.05;
/** A tail of equal distances would make anything larger infinitely surprising. */
const minHeaviness = 0.02;
const tiny = 1e-12;
const maxSurprise = 30;
