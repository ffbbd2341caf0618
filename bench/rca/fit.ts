import { type Channel, channels, type Model, strengths } from "@opsplane/rca";

/** A case for fitting: what each candidate shows, and which one is the cause. */
export interface Lesson {
  candidates: Readonly<Record<Channel, number>>[];
  /** -1: none of them. */
  truth: number;
}

const rounds = 1500;
const rate = 0.08;
/** Pulls each weight towards 1, so that a few cases cannot move it far. */
const pull = 0.002;
const zero = strengths([]);

/** Makes the causes most probable: a conditional logit with "none of them" as one more choice, by gradient ascent, with weights of at least 0. */
export function fit(lessons: readonly Lesson[]): Model {
  const cases = lessons.map(({ candidates, truth }) => ({
    rows: candidates.map((each) => Float64Array.from(channels, (channel) => each[channel])),
    truth,
  }));
  const weights = new Float64Array(channels.length).fill(1);
  let nobody = 2;
  for (let round = 0; round < rounds; round++) {
    const slope = new Float64Array(channels.length + 1);
    for (const each of cases) addSlope(slope, each, weights, nobody);
    for (let channel = 0; channel < weights.length; channel++) {
      const step = (slope[channel] ?? 0) / cases.length - pull * ((weights[channel] ?? 0) - 1);
      weights[channel] = Math.max(0, (weights[channel] ?? 0) + rate * step);
    }
    nobody += (rate * (slope[channels.length] ?? 0)) / cases.length;
  }
  const found: Record<Channel, number> = { ...zero };
  for (const [at, channel] of channels.entries()) found[channel] = weights[at] ?? 0;
  return { weights: found, nobody };
}

interface Rows {
  rows: readonly Float64Array[];
  truth: number;
}

/** Adds how the logarithm of the truth's probability grows with each weight, and last with the score of nobody. */
function addSlope(slope: Float64Array, { rows, truth }: Rows, weights: Float64Array, nobody: number): void {
  const odds = oddsOf(rows, weights, nobody);
  for (const [at, row] of rows.entries()) {
    const error = (at === truth ? 1 : 0) - (odds[at] ?? 0);
    for (let channel = 0; channel < row.length; channel++)
      slope[channel] = (slope[channel] ?? 0) + error * (row[channel] ?? 0);
  }
  slope[weights.length] = (slope[weights.length] ?? 0) + (truth < 0 ? 1 : 0) - (odds[rows.length] ?? 0);
}

/** The probability of each row, and of none of them as the last one. */
function oddsOf(rows: readonly Float64Array[], weights: Float64Array, nobody: number): Float64Array {
  const scores = new Float64Array(rows.length + 1);
  for (const [at, row] of rows.entries())
    for (let channel = 0; channel < row.length; channel++)
      scores[at] = (scores[at] ?? 0) + (weights[channel] ?? 0) * (row[channel] ?? 0);
  scores[rows.length] = nobody;
  const best = Math.max(...scores);
  let total = 0;
  for (let at = 0; at < scores.length; at++) total += scores[at] = Math.exp((scores[at] ?? 0) - best);
  return scores.map((each) => each / total);
}
