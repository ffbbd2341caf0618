/**
 * The detector's seasonal view alone: how surprising a value is among the distances of earlier hours from their own usual value. It is for
 * values that are looked at now and then, such as those of an alert policy, where running all views over the history would cost too much.
 */
import { openRecent } from "./recent.ts";
import { surpriseAmong } from "./tail.ts";
import { openSeason, seasons } from "./views.ts";

export interface SeasonSurprise {
  /** Adds an hour of history: its beginning in Unix seconds, in ascending order, its mean, and its lowest and highest value if known. */
  learn(at: number, mean: number, low?: number, high?: number): void;
  /** Undefined while too little is known. */
  usualAt(at: number): number | undefined;
  /** -log10 of the probability of a distance at least as large. */
  surpriseOf(distance: number): number;
  /** The smallest distance with this surprise. */
  distanceOf(surprise: number): number;
}

export const openSeasonSurprise = (period: keyof typeof seasons): SeasonSurprise => {
  const season = openSeason(seasons[period]);
  const earlier = openRecent(maxDistances);
  const surpriseOf = (distance: number) => surpriseAmong(earlier, distance);
  return {
    learn: (at, mean, low = mean, high = mean) => {
      const usual = season.usualAt(at);
      // The farthest value of the hour counts, because any of them could have fired.
      if (usual !== undefined) earlier.add(Math.max(Math.abs(low - usual), Math.abs(high - usual)));
      season.learn(at, mean);
    },
    usualAt: (at) => (earlier.sorted.length < minDistances ? undefined : season.usualAt(at)),
    surpriseOf,
    distanceOf: (surprise) => {
      let [low, high] = [0, Math.max(earlier.sorted.at(-1) ?? 0, tiny)];
      while (surpriseOf(high) < surprise && high < Number.MAX_VALUE / 4) [low, high] = [high, high * 2];
      for (let step = 0; step < bisections; step += 1) {
        const middle = (low + high) / 2;
        if (surpriseOf(middle) < surprise) low = middle;
        else high = middle;
      }
      return high;
    },
  };
};

const maxDistances = 2000;
const minDistances = 20;
const bisections = 50;
const tiny = 1e-9;
