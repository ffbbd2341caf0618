/**
 * An anomaly detector for one series: online, without parameters, bounded in memory and time for each point.
 *
 * Six views say how far a point is from what they expect: all history, the same hour of earlier days, the same hour of earlier weeks, the
 * last points, the level before the last ten points, and the nearest earlier shape of six points. Each distance becomes a surprise, -log10 of its tail probability among earlier
 * distances of that view, so that series of any unit, noise and spikiness are comparable. Their mean is the surprise of the point: views
 * that know too little yet say nothing, which is no surprise. `openBursts` reports a burst once.
 *
 * A point's score uses only earlier points and itself. Points without a value are skipped, and steps may be irregular.
 */
import { openBursts } from "./bursts.ts";
import { openRecent } from "./recent.ts";
import { surpriseAmong } from "./tail.ts";
import { openLevel, openSeasonView, openShape, openShift, openTrend, seasons, type View } from "./views.ts";

export interface Judgement {
  /** 1 - the probability of a point this surprising, once a burst. 0.99: one point in a hundred. */
  readonly score: number;
  /** -log10 of the probability, for each point of a burst. */
  readonly surprise: number;
}

export interface Detector {
  /** `at` in Unix seconds, in ascending order. */
  add(at: number, value: number | null): Judgement;
}

/** The views, by name. */
const views = {
  level: openLevel,
  day: () => openSeasonView(seasons.day),
  week: () => openSeasonView(seasons.week),
  trend: openTrend,
  shift: openShift,
  shape: openShape,
} as const satisfies Record<string, () => View>;

export type ViewName = keyof typeof views;
export const viewNames: readonly ViewName[] = ["level", "day", "week", "trend", "shift", "shape"];

/** The surprise of each point in one view; 0 while it knows too little. */
export const openViewSurprise = (name: ViewName): ((at: number, value: number) => number) =>
  withSurprise(views[name]());

export const openDetector = (): Detector => {
  const surprises = viewNames.map(openViewSurprise);
  const reportOf = openBursts();
  return {
    add: (at, value) => {
      if (value === null || !Number.isFinite(value)) return unremarkable;
      const surprise = surprises.reduce((sum, surpriseOf) => sum + surpriseOf(at, value), 0) / surprises.length;
      return { score: 1 - 10 ** -reportOf(surprise), surprise };
    },
  };
};

const unremarkable: Judgement = { score: 0, surprise: 0 };

const maxDistances = 6000;

const withSurprise = (view: View): ((at: number, value: number) => number) => {
  const earlier = openRecent(maxDistances);
  return (at, value) => {
    const distance = view(at, value);
    if (distance === undefined) return 0;
    const surprise = surpriseAmong(earlier, distance);
    earlier.add(distance);
    return surprise;
  };
};
