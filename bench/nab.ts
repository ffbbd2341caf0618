import { join } from "node:path";
import { openDetector } from "@opsplane/rca";
import { robustZ, windowedGaussian } from "./nab/baselines.ts";
import { bestThreshold, type Labelled, normalized, outcomeAt, profiles, rawAt, windowCount } from "./nab/scorer.ts";
import { readSeries, type Series } from "./nab/series.ts";
import { table } from "./table.ts";

// The anomaly detector on labelled series of the Numenta Anomaly Benchmark, beside two baselines.

const folder = process.env.NAB_FOLDER ?? join(import.meta.dirname, "../../shared/rca-dev/nab");
const folds = 6;

const detectors: Record<string, (series: Series) => number[]> = {
  "Opsplane detector": ({ times, values }) => {
    const detector = openDetector();
    return values.map((value, index) => detector.add(times[index] ?? 0, value).score);
  },
  "windowed Gaussian": ({ values }) => windowedGaussian(values),
  "robust z": ({ values }) => robustZ(values),
};

const found = readSeries(folder);
if (found === undefined) console.log(`There is no folder with series of NAB at ${folder}; set NAB_FOLDER.`);
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
      heldOut(scored).toFixed(1),
      total(({ detected }) => detected),
      total(({ falseAlarms }) => falseAlarms),
      ((ms / points) * 1000).toFixed(1),
    ];
  });
  console.log(table(["", ...Object.keys(profiles), "held out", "detected", "false alarms", "ms/1,000 points"], rows));
  console.log("\nheld out: standard score with the threshold of each sixth of the files chosen on the others");
}

/** The standard score when the threshold of each fold is chosen on the other folds. */
function heldOut(scored: readonly Labelled[]): number {
  const raws = Array.from({ length: folds }, (_, fold) => {
    const isTested = (index: number) => index % folds === fold;
    const { threshold } = bestThreshold(
      scored.filter((_, index) => !isTested(index)),
      profiles.standard,
    );
    return rawAt(
      scored.filter((_, index) => isTested(index)),
      threshold,
      profiles.standard,
    );
  });
  return normalized(
    raws.reduce((sum, raw) => sum + raw, 0),
    windowCount(scored),
    profiles.standard,
  );
}
