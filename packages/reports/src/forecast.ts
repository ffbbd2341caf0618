/** A value that is expected, with the interval that holds it 95 times of 100. */
export interface Expected {
  value: number;
  low: number;
  high: number;
}

export interface Forecast {
  /** The change per step. */
  slope: number;
  /** What each day of the week adds, beginning with that of the first value; empty when there is too little data. */
  season: readonly number[];
  /** The spread of the values around the model. */
  deviation: number;
  expected: readonly Expected[];
}

const period = 7;
const minValues = 8;
/** Three weeks: with fewer, one unusual day would look like a habit. */
const minSeasonValues = 21;

/**
 * A straight line with a weekly pattern, fitted to daily counts by least squares. It says what happens if nothing changes, and
 * the interval says how far to trust it. Undefined with too few values.
 */
export function forecastOf(values: readonly number[], steps: number): Forecast | undefined {
  if (values.length < minValues) return undefined;
  const season = values.length >= minSeasonValues ? seasonOf(values) : [];
  const level = values.map((value, index) => value - at(season, index));
  const { slope, intercept, middle, spread } = lineThrough(level);
  const parameters = 2 + Math.max(0, season.length - 1);
  const squares = level.reduce((sum, value, index) => sum + (value - intercept - slope * index) ** 2, 0);
  const deviation = Math.sqrt(squares / Math.max(1, values.length - parameters));
  const expected = Array.from({ length: steps }, (_, step) => {
    const index = values.length + step;
    const value = Math.max(0, intercept + slope * index + at(season, index));
    const error = deviation * Math.sqrt(1 + 1 / values.length + (index - middle) ** 2 / spread);
    return { value, low: Math.max(0, value - z95 * error), high: value + z95 * error };
  });
  return { slope, season, deviation, expected };
}

const z95 = 1.959964;

function at(season: readonly number[], index: number): number {
  return season.length === 0 ? 0 : (season[index % season.length] ?? 0);
}

/** The mean distance of each day of the week from the line. The seven add up to zero. */
function seasonOf(values: readonly number[]): number[] {
  // The line is fitted to whole weeks, so that a weekend at one end does not tilt it.
  const weeks = Math.floor(values.length / period);
  const whole = values.slice(values.length - weeks * period);
  const means = Array.from({ length: weeks }, (_, week) => mean(whole.slice(week * period, (week + 1) * period)));
  const { slope: weekly } = lineThrough(means);
  const slope = weekly / period;
  const center = (values.length - 1) / 2;
  const level = mean(values);
  const byDay = Array.from({ length: period }, (_, day) =>
    mean(values.flatMap((value, index) => (index % period === day ? [value - level - slope * (index - center)] : []))),
  );
  const offset = mean(byDay);
  return byDay.map((value) => value - offset);
}

interface Line {
  slope: number;
  intercept: number;
  /** The mean of the positions, and the sum of their squared distances from it. */
  middle: number;
  spread: number;
}

function lineThrough(values: readonly number[]): Line {
  const middle = (values.length - 1) / 2;
  const average = mean(values);
  let [spread, product] = [0, 0];
  for (const [index, value] of values.entries()) {
    spread += (index - middle) ** 2;
    product += (index - middle) * (value - average);
  }
  const slope = spread === 0 ? 0 : product / spread;
  return { slope, intercept: average - slope * middle, middle, spread: spread || 1 };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
