import { type Channel, channels, scoreOf, strengths, type Weights } from "@opsplane/rca";

/** A case for fitting: what each candidate shows, and which one is the cause. */
export interface Lesson {
  candidates: Readonly<Record<Channel, number>>[];
  truth: number;
}

const rounds = 4000;
const rate = 0.05;
/** Pulls each weight towards 1, so that a few cases cannot move it far. */
const pull = 0.02;
const zero = strengths([]);
const start: Weights = {
  slow: 1,
  failing: 1,
  broken: 1,
  saturated: 1,
  silent: 1,
  surging: 1,
  logging: 1,
  blamed: 1,
  fanning: 1,
  named: 1,
};

/** Weights that make the causes most probable: a conditional logit, by gradient ascent, with weights of at least 0. */
export function fit(lessons: readonly Lesson[]): Weights {
  let weights: Weights = { ...start };
  for (let round = 0; round < rounds; round++) {
    const slope: Record<Channel, number> = { ...zero };
    for (const { candidates, truth } of lessons) {
      const scores = candidates.map((each) => scoreOf(each, weights));
      const best = Math.max(...scores);
      const total = scores.reduce((sum, score) => sum + Math.exp(score - best), 0);
      for (const channel of channels) {
        const expected = candidates.reduce(
          (sum, each, at) => sum + (Math.exp((scores[at] ?? 0) - best) / total) * each[channel],
          0,
        );
        slope[channel] += (candidates[truth]?.[channel] ?? 0) - expected;
      }
    }
    const next = { ...weights };
    for (const channel of channels) {
      const step = slope[channel] / lessons.length - pull * (weights[channel] - 1);
      next[channel] = Math.max(0, weights[channel] + rate * step);
    }
    weights = next;
  }
  return weights;
}
