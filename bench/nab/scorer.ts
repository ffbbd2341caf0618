/**
 * The scoring of the Numenta Anomaly Benchmark (Lavin and Ahmad, 2015), written from its definition.
 *
 * Each anomaly has a window. The earliest detection in it earns up to 1, less the later it is; a window without one costs a miss. A detection
 * outside all windows costs more the farther it is from the window before it. The first 15 % of a series, at most 750 points, do not count.
 * One threshold for all series is the best of all; the score is 0 for a detector that never detects and 100 for a perfect one.
 */
export interface Labelled {
  readonly scores: readonly number[];
  /** First and last index of each anomaly's window. */
  readonly windows: readonly (readonly [first: number, last: number])[];
}

export interface Profile {
  readonly hit: number;
  readonly miss: number;
  readonly falseAlarm: number;
}

export const profiles = {
  standard: { hit: 1, miss: 1, falseAlarm: 0.11 },
  low_FP: { hit: 1, miss: 1, falseAlarm: 0.22 },
  low_FN: { hit: 1, miss: 2, falseAlarm: 0.11 },
} as const satisfies Record<string, Profile>;

export interface Outcome {
  /** Before normalizing. */
  readonly raw: number;
  readonly windows: number;
  readonly detected: number;
  readonly falseAlarms: number;
}

/** What one series earns at a threshold. */
export const outcomeAt = ({ scores, windows }: Labelled, threshold: number, profile: Profile): Outcome => {
  const earned = windows.map(() => -profile.miss);
  const seen = windows.map(() => false);
  let [cost, falseAlarms] = [0, 0];
  for (let index = probation(scores.length); index < scores.length; index += 1) {
    if ((scores[index] ?? 0) < threshold) continue;
    const inside = windows.findIndex(([first, last]) => first <= index && index <= last);
    if (inside === -1) {
      falseAlarms += 1;
      cost += profile.falseAlarm * farness(windows, index);
      continue;
    }
    const worth = profile.hit * earliness(windows[inside] ?? [0, 0], index);
    earned[inside] = Math.max(earned[inside] ?? 0, worth);
    seen[inside] = true;
  }
  const raw = earned.reduce((sum, one) => sum + one, 0) - cost;
  return { raw, windows: windows.length, detected: seen.filter(Boolean).length, falseAlarms };
};

/** The best threshold for all series together, and what it earns. */
export const bestThreshold = (all: readonly Labelled[], profile: Profile): { threshold: number; score: number } => {
  const candidates = [...new Set(all.flatMap(candidatesOf)), never].toSorted((one, other) => other - one);
  let best = { threshold: never, score: -Infinity };
  const steps = all.map((series) => openSweep(series, profile));
  for (const threshold of candidates) {
    const raw = steps.reduce((sum, step) => sum + step(threshold), 0);
    const score = normalized(raw, windowCount(all), profile);
    if (score > best.score) best = { threshold, score };
  }
  return best;
};

export const rawAt = (all: readonly Labelled[], threshold: number, profile: Profile): number =>
  all.reduce((sum, series) => sum + outcomeAt(series, threshold, profile).raw, 0);

export const windowCount = (all: readonly Labelled[]): number =>
  all.reduce((sum, { windows }) => sum + windows.length, 0);

export const normalized = (raw: number, windows: number, { hit, miss }: Profile): number =>
  (100 * (raw + windows * miss)) / (windows * (hit + miss));

/** Above every score. */
const never = 1.1;

const probation = (length: number): number => Math.ceil(Math.min(Math.floor(0.15 * length), 0.15 * 5000));

const candidatesOf = ({ scores }: Labelled): number[] => scores.slice(probation(scores.length));

/** Adds the points of a series in the order of falling scores, so that a sweep over all thresholds looks at each point once. */
export const openSweep = (series: Labelled, profile: Profile): ((threshold: number) => number) => {
  const start = probation(series.scores.length);
  const order = series.scores.map((_, index) => index).slice(start);
  order.sort((one, other) => (series.scores[other] ?? 0) - (series.scores[one] ?? 0));
  const earned = series.windows.map(() => -profile.miss);
  let [raw, next] = [-profile.miss * series.windows.length, 0];
  return (threshold) => {
    for (; next < order.length && (series.scores[order[next] ?? 0] ?? 0) >= threshold; next += 1) {
      const index = order[next] ?? 0;
      const inside = series.windows.findIndex(([first, last]) => first <= index && index <= last);
      if (inside === -1) {
        raw -= profile.falseAlarm * farness(series.windows, index);
        continue;
      }
      const worth = profile.hit * earliness(series.windows[inside] ?? [0, 0], index);
      const gain = Math.max(0, worth - (earned[inside] ?? 0));
      earned[inside] = (earned[inside] ?? 0) + gain;
      raw += gain;
    }
    return raw;
  };
};

/** 1 before a window's end by its whole length, 0 at its end, -1 far after it. */
const sigmoid = (position: number): number => (position > 3 ? -1 : 2 / (1 + Math.exp(5 * position)) - 1);

const earliness = ([first, last]: readonly [number, number], index: number): number =>
  sigmoid(-(last - index + 1) / (last - first + 1)) / sigmoid(-1);

const farness = (windows: Labelled["windows"], index: number): number => {
  const before = windows.filter(([, last]) => last < index).at(-1);
  return before === undefined ? 1 : -sigmoid((index - before[1]) / (before[1] - before[0]));
};
