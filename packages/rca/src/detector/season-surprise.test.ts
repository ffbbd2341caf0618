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
