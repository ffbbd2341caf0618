import { openBursts, openViewSurprise, type ViewName, viewNames } from "@opsplane/rca";
import { type HeldOut, withInterval } from "./held-out.ts";
import { bestThreshold, type Labelled, profiles, rawAt, windowCount } from "./scorer.ts";
import type { Series } from "./series.ts";

export interface Setting {
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

/** The score when views, quiet and threshold of each part are chosen on the other parts. */
export function fitted(
  all: readonly Series[],
  keys: readonly string[],
): HeldOut & { readonly chosen: ReadonlyMap<string, Setting> } {
  const surprises = all.map(surprisesOf);
  const scored = settings.map((setting) =>
    all.map((series, index) => labelled(series, surprises[index] ?? {}, setting)),
  );
  const raws = all.map(() => 0);
  const chosen = new Map<string, Setting>();
  for (const key of new Set(keys)) {
    const isOther = (_: unknown, index: number) => keys[index] !== key;
    const fits = scored.map((each) => bestThreshold(each.filter(isOther), profiles.standard));
    const best = fits.reduce((at, fit, index) => (fit.score > (fits[at]?.score ?? 0) ? index : at), 0);
    const setting = settings[best];
    if (setting !== undefined) chosen.set(key, setting);
    for (const [index, series] of (scored[best] ?? []).entries())
      if (keys[index] === key) raws[index] = rawAt([series], fits[best]?.threshold ?? 1, profiles.standard);
  }
  const windows = (scored[0] ?? []).map((series) => windowCount([series]));
  return { ...withInterval(raws, windows), chosen };
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
