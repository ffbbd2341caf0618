/** What the benchmark's own baseline does: the tail of a normal distribution over the last points. */
export const windowedGaussian = (values: readonly (number | null)[]): number[] => {
  const window: number[] = [];
  return values.map((value) => {
    if (value === null) return 0;
    const score = window.length < fewest ? 0 : gaussianScore(window, value);
    window.push(value);
    if (window.length > windowLength) window.shift();
    return score;
  });
};

/** Distance from the median in median absolute deviations, one report for a burst. */
export const robustZ = (values: readonly (number | null)[]): number[] => {
  const window: number[] = [];
  const raw: number[] = [];
  return values.map((value) => {
    if (value === null) return 0;
    const score = window.length < fewest ? 0 : robustScore(window, value);
    window.push(value);
    if (window.length > robustLength) window.shift();
    const isNew = raw.every((earlier) => earlier < score);
    raw.push(score);
    if (raw.length > quiet) raw.shift();
    return isNew ? score : 0;
  });
};

const windowLength = 6400;
const robustLength = 300;
const fewest = 20;
const quiet = 100;

const gaussianScore = (window: readonly number[], value: number): number => {
  const mean = window.reduce((sum, one) => sum + one, 0) / window.length;
  const variance = window.reduce((sum, one) => sum + (one - mean) ** 2, 0) / window.length;
  const away = Math.abs(value - mean) / Math.max(Math.sqrt(variance), 1e-6);
  return 1 - upperTail(away);
};

/** The upper tail of the normal distribution (Abramowitz and Stegun 7.1.26). */
const upperTail = (away: number): number => {
  const t = 1 / (1 + 0.3275911 * (away / Math.SQRT2));
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return 0.5 * series * Math.exp(-(away ** 2) / 2);
};

const robustScore = (window: readonly number[], value: number): number => {
  const middle = median(window);
  const spread = 1.4826 * median(window.map((one) => Math.abs(one - middle))) + Math.abs(middle) * 1e-3 + 1e-9;
  const away = Math.abs(value - middle) / spread;
  return away / (away + 10);
};

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
