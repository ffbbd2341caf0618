import { join } from "node:path";
import { openDetector } from "@opsplane/rca";
import { alarmsIn } from "./nab/alarms.ts";
import { robustZ, windowedGaussian } from "./nab/baselines.ts";
import { fitted } from "./nab/fit.ts";
import { type HeldOut, heldOut } from "./nab/held-out.ts";
import { bestThreshold, outcomeAt, profiles, windowCount } from "./nab/scorer.ts";
import { groupOf, readSeries, type Series } from "./nab/series.ts";
import { characters, yearOf } from "./nab/year.ts";
import { table } from "./table.ts";

// The anomaly detector on labelled series of the Numenta Anomaly Benchmark, beside two baselines.

const folder = process.env.NAB_FOLDER ?? join(import.meta.dirname, "../../shared/rca-dev/nab");
/** Alert policies over five minutes, with the default threshold and with a higher one. */
const rules = [
  { threshold: 3, window: 300, hold: 0 },
  { threshold: 3, window: 300, hold: 300 },
  { threshold: 4, window: 300, hold: 300 },
];

const detectors: Record<string, (series: Series) => number[]> = {
  "Opsplane detector": ({ times, values }) => {
    const detector = openDetector();
    return values.map((value, index) => detector.add(times[index] ?? 0, value).score);
  },
  "windowed Gaussian": ({ values }) => windowedGaussian(values),
  "robust z": ({ values }) => robustZ(values),
};

const part = process.argv[3] ?? "";
const found = part === "year" ? [] : readSeries(folder);
if (part === "year") showYear();
else if (found === undefined) console.log(`There is no folder with series of NAB at ${folder}; set NAB_FOLDER.`);
else if (part === "fit") showFit(found);
else report(found);

function report(all: readonly Series[]): void {
  const points = all.reduce((sum, { values }) => sum + values.length, 0);
  console.log(
    `${all.length} series, ${points} points, ${windowCount(all.map((one) => ({ ...one, scores: [] })))} anomalies\n`,
  );
  const rows = Object.entries(detectors).map(([name, scoresOf]) => {
    const started = performance.now();
    const scored = all.map((series) => ({ windows: series.windows, scores: scoresOf(series) }));
    const ms = performance.now() - started;
    const { threshold } = bestThreshold(scored, profiles.standard);
    const outcomes = scored.map((one) => outcomeAt(one, threshold, profiles.standard));
    const total = (pick: (outcome: (typeof outcomes)[number]) => number) =>
      String(outcomes.reduce((sum, outcome) => sum + pick(outcome), 0));
    return [
      name,
      ...Object.values(profiles).map((profile) => bestThreshold(scored, profile).score.toFixed(1)),
      shown(
        heldOut(
          scored,
          all.map(({ name: file }) => file),
        ),
      ),
      shown(heldOut(scored, all.map(groupOf))),
      total(({ detected }) => detected),
      total(({ falseAlarms }) => falseAlarms),
      ((ms / points) * 1000).toFixed(1),
    ];
  });
  console.log(
    table(
      [
        "",
        ...Object.keys(profiles),
        "without the file",
        "without the group",
        "detected",
        "false alarms",
        "ms/1,000 points",
      ],
      rows,
    ),
  );
  console.log("\nwithout the file, without the group: standard score with the threshold chosen on the others (95 %)");
}

function showFit(all: readonly Series[]): void {
  for (const [name, keys] of [
    ["file", all.map(({ name: file }) => file)],
    ["group", all.map(groupOf)],
  ] as const) {
    const { chosen, ...held } = fitted(all, keys);
    console.log(`\nViews, quiet and threshold chosen without the ${name}: ${shown(held)}`);
    const rows = [...chosen].map(([key, { views, quiet }]) => [key, views.join(", "), String(quiet)]);
    console.log(table([name, "views", "quiet points"], rows));
  }
}

function showYear(): void {
  const months = (365 - 28) / (365 / 12);
  const rows = characters.map((character) => {
    const year = yearOf(character, 1);
    return [character.name, ...rules.map((rule) => (alarmsIn(year, rule).length / months).toFixed(2))];
  });
  const means = rules.map((_, index) => rows.map((row) => Number(row[index + 1])));
  rows.push(["mean", ...means.map((each) => (each.reduce((sum, one) => sum + one, 0) / each.length).toFixed(2))]);
  console.log("\nFalse alarms a metric and month in a year of ordinary life, by an alert policy on the surprise\n");
  console.log(
    table(["metric", ...rules.map(({ threshold, hold }) => `above ${threshold}, for ${hold / 60} min`)], rows),
  );
}

function shown({ score, interval: [low, high] }: HeldOut): string {
  return `${score.toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)})`;
}
