import { openRecent, type Recent } from "./recent.ts";

/** One way to look at a series. It tells how far a point is from what it expects, or nothing while it knows too little; then it learns it. */
export type View = (at: number, value: number) => number | undefined;

/** All history: is this a usual value at all? */
export const openLevel = (): View => {
  const history = openRecent(maxHistory);
  return (_, value) => {
    const distance = Math.abs(value - history.median());
    history.add(value);
    return distance;
  };
};

/** What is usual at the same time of earlier days or weeks. */
export interface Season {
  /** The median, once enough is known. */
  usualAt(at: number): number | undefined;
  learn(at: number, value: number): void;
}

export const openSeason = ([period, slots, maxPerSlot]: SeasonLength): Season => {
  const seasons = new Map<number, Recent>();
  return {
    usualAt: (at) => {
      const history = seasons.get(slotOf(at, period, slots));
      return history === undefined || history.sorted.length < minPerSlot ? undefined : history.median();
    },
    learn: (at, value) => {
      const slot = slotOf(at, period, slots);
      const history = seasons.get(slot) ?? openRecent(maxPerSlot);
      seasons.set(slot, history);
      history.add(value);
    },
  };
};

/** Is this a usual value at this time? */
export const openSeasonView = (length: SeasonLength): View => {
  const season = openSeason(length);
  return (at, value) => {
    const usual = season.usualAt(at);
    season.learn(at, value);
    return usual === undefined ? undefined : Math.abs(value - usual);
  };
};

/** The last few points: is this a jump? */
export const openTrend = (): View => {
  let expected: number | undefined;
  return (_, value) => {
    const distance = expected === undefined ? undefined : Math.abs(value - expected);
    expected = expected === undefined ? value : expected + smoothing * (value - expected);
    return distance;
  };
};

/** The level of the last points: has it moved, slowly or for good? Their mean, far from the median of the points before. */
export const openShift = (): View => {
  const last: number[] = [];
  const before = openRecent(maxBefore);
  let sum = 0;
  return (_, value) => {
    last.push(value);
    sum += value;
    const oldest = last.length > shiftLength ? last.shift() : undefined;
    if (oldest === undefined) return undefined;
    sum -= oldest;
    before.add(oldest);
    return before.sorted.length < minBefore ? undefined : Math.abs(sum / shiftLength - before.median());
  };
};

/** The shape of the last points: did they ever follow each other like this? The distance to the nearest earlier shape. */
export const openShape = (): View => {
  const last: number[] = [];
  const waiting: number[][] = [];
  const shapes: number[][] = [];
  let oldest = 0;
  return (_, value) => {
    last.push(value);
    if (last.length > shapeLength) last.shift();
    if (last.length < shapeLength) return undefined;
    const shape = [...last];
    const distance = shapes.length < minShapes ? undefined : nearest(shapes, shape);
    // Shapes that share points with this one are near by nature.
    waiting.push(shape);
    const ripe = waiting.length > 2 * shapeLength ? waiting.shift() : undefined;
    if (ripe !== undefined) {
      shapes[oldest] = ripe;
      oldest = (oldest + 1) % maxShapes;
    }
    return distance;
  };
};

type SeasonLength = readonly [period: number, slots: number, maxPerSlot: number];

/** Hours of a day and of a week, in seconds. */
export const seasons = { day: [86_400, 24, 200], week: [7 * 86_400, 168, 60] } as const satisfies Record<
  string,
  SeasonLength
>;

const maxHistory = 8000;
const minPerSlot = 3;
const smoothing = 0.2;
const shiftLength = 10;
const maxBefore = 300;
const minBefore = 30;
const shapeLength = 6;
const minShapes = 50;
const maxShapes = 1500;

const slotOf = (at: number, period: number, slots: number): number =>
  Math.floor(((((at % period) + period) % period) / period) * slots);

const nearest = (shapes: readonly (readonly number[])[], shape: readonly number[]): number => {
  let best = Infinity;
  for (const other of shapes) {
    let sum = 0;
    for (let index = 0; index < shapeLength && sum < best; index += 1) {
      const difference = (shape[index] ?? 0) - (other[index] ?? 0);
      sum += difference * difference;
    }
    if (sum < best) best = sum;
  }
  return Math.sqrt(best);
};
