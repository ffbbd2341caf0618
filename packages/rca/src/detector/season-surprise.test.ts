import { expect, test } from "vitest";
import { openSeasonSurprise } from "./season-surprise.ts";

const hour = 3600;

/** A week of days that are busy at noon, with some noise. */
const learned = (days = 7) => {
  const season = openSeasonSurprise("day");
  for (let index = 0; index < days * 24; index += 1) {
    const usual = index % 24 === 12 ? 1000 : 100;
    season.learn(index * hour, usual + ((index * 7) % 11));
  }
  return season;
};

test("the same value is usual at noon and surprising at night", () => {
  const season = learned();
  const [noon, night] = [7 * 24 + 12, 7 * 24 + 2].map((index) => season.usualAt(index * hour) ?? 0);
  expect(season.surpriseOf(Math.abs(1003 - (noon ?? 0)))).toBeLessThan(1);
  expect(season.surpriseOf(Math.abs(1003 - (night ?? 0)))).toBeGreaterThan(3);
});

test("the distance of a surprise is where that surprise begins", () => {
  const season = learned();
  for (const surprise of [0.5, 1, 2, 3, 5]) {
    const distance = season.distanceOf(surprise);
    expect(season.surpriseOf(distance)).toBeGreaterThanOrEqual(surprise);
    expect(season.surpriseOf(distance * 0.999 - 1e-6)).toBeLessThanOrEqual(surprise + 1e-6);
  }
});

test("too little history says nothing", () => {
  expect(learned(3).usualAt(3 * 24 * hour)).toBeUndefined();
  expect(learned(4).usualAt(4 * 24 * hour)).toBeDefined();
});

/** Four values of an hour around what the hour usually is, from a generator that is the same in every run. */
const noisyHours = (hours: number) => {
  let state = 7;
  const noise = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return Array.from({ length: hours }, (_, index) => {
    const usual = 100 + 50 * Math.sin((2 * Math.PI * index) / 24);
    return Array.from({ length: 12 }, () => usual + 40 * (noise() + noise() + noise()));
  });
};

/** How many of the last hours have a value with a surprise over 3, when the history knows the ends of each hour or only its mean. */
const surprisedHours = (knowsEnds: boolean): number => {
  const season = openSeasonSurprise("week");
  const known = 6 * 7 * 24;
  return noisyHours(10 * 7 * 24).filter((values, index) => {
    const usual = season.usualAt(index * hour);
    const isSurprising = usual !== undefined && values.some((value) => season.surpriseOf(Math.abs(value - usual)) > 3);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    if (knowsEnds) season.learn(index * hour, mean, Math.min(...values), Math.max(...values));
    else season.learn(index * hour, mean);
    return index >= known && isSurprising;
  }).length;
};

test("what an hour usually reaches is no surprise, although its mean never does", () => {
  expect(surprisedHours(true)).toBeLessThanOrEqual(2);
  expect(surprisedHours(false)).toBeGreaterThan(100);
});

test("an outage is a surprise in a noisy series too", () => {
  const season = openSeasonSurprise("week");
  for (const [index, values] of noisyHours(5 * 7 * 24).entries()) {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    season.learn(index * hour, mean, Math.min(...values), Math.max(...values));
  }
  const noon = 5 * 7 * 24 + 6;
  expect(season.surpriseOf(season.usualAt(noon * hour) ?? 0)).toBeGreaterThan(3);
});
