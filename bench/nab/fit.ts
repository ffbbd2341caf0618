import { openBursts, openViewSurprise, type ViewName, viewNames } from "@opsplane/rca";
import { type HeldOut, withInterval } from "./held-out.ts";
import { type Labelled, openSweep, profiles } from "./scorer.ts";
import type { Series } from "./series.ts";

interface Setting {
  readonly views: readonly ViewName[];
  readonly quiet: number;
}

const fewestViews = 3;
const quiets = [100, 150, 200];

/** Each choice of at least three views, with each length of quiet after a report. */
const settings: readonly Setting[] = Array.from({ length: 2 ** viewNames.length }, (_, mask) =>
  viewNames.filter((_, index) => (mask >> index) % 2 === 1),
)
  .filter((views) => views.length >= fewestViews)
  .flatMap((views) => quiets.map((quiet) => ({ views, quiet })));

/** Thresholds from the highest to the lowest, as scores of surprises from 5 to 0.5. */
const thresholds = Array.from({ length: 181 }, (_, step) => 1 - 10 ** -(5 - step * 0.025));

/** The score when views, quiet and threshold of each part are chosen on the other parts. */
export function fitted(all: readonly Series[], keys: readonly string[]): Fitted {
  const surprises = all.map(surprisesOf);
  // What each series earns, by setting and threshold.
  const earned = settings.map((setting) =>
    all.map((series, index) => {
      const sweep = openSweep(labelled(series, surprises[index] ?? {}, setting), profiles.standard);
      return thresholds.map(sweep);
    }),
  );
  const raws = all.map(() => 0);
  const chosen = new Map<string, Setting>();
  for (const key of new Set(keys)) {
    const best = bestOf(earned, (index) => keys[index] !== key);
    chosen.set(key, settings[best.setting] ?? { views: [], quiet: 0 });
    for (const [index, of] of keys.entries())
      if (of === key) raws[index] = earned[best.setting]?.[index]?.[best.threshold] ?? 0;
  }
  return {
    ...withInterval(
      raws,
      all.map(({ windows }) => windows.length),
    ),
    chosen,
  };
}

type Fitted = HeldOut & { readonly chosen: ReadonlyMap<string, Setting> };

function bestOf(earned: readonly (readonly (readonly number[])[])[], isOther: (index: number) => boolean) {
  let best = { setting: 0, threshold: 0, raw: Number.NEGATIVE_INFINITY };
  for (const [setting, series] of earned.entries())
    for (const threshold of thresholds.keys()) {
      const raw = series.reduce((sum, each, index) => sum + (isOther(index) ? (each[threshold] ?? 0) : 0), 0);
      if (raw > best.raw) best = { setting, threshold, raw };
    }
  return best;
}

type Surprises = Partial<Record<ViewName, readonly number[]>>;

function surprisesOf({ times, values }: Series): Surprises {
  return Object.fromEntries(
    viewNames.map((name) => {
      const surpriseOf = openViewSurprise(name);
      return [name, values.map((value, index) => (value === null ? 0 : surpriseOf(times[index] ?? 0, value)))];
    }),
  );
}

function labelled({ values, windows }: Series, surprises: Surprises, { views, quiet }: Setting): Labelled {
  const reportOf = openBursts(quiet);
  const scores = values.map((value, index) => {
    if (value === null) return 0;
    const sum = views.reduce((all, name) => all + (surprises[name]?.[index] ?? 0), 0);
    return 1 - 10 ** -reportOf(sum / views.length);
  });
  return { scores, windows };
}
