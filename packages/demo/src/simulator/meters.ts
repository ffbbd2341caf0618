import type { Conditions } from "./conditions.ts";
import { type Instrument, instrumentsOf, type RequestInstrument } from "./instruments.ts";
import { hashOf, noise } from "./random.ts";
import { latencyBounds, type Metric, type Point } from "./signals.ts";
import { openTotals } from "./totals.ts";

/** Metrics are read every 15 seconds, as most collectors do. */
export const meterStep = 15_000;

const day = 86_400_000;
const requestDuration: Metric = {
  name: "http.server.request.duration",
  unit: "s",
  about: "Duration of requests",
  type: "histogram",
};
const sigma = 0.7;
const bucketCount = latencyBounds.length + 1;
/** A histogram's buckets, and its sum. */
const histogramSlots = bucketCount + 1;
const statuses = ["200", "500"] as const;

/** The points of all metrics at a multiple of the step. Counters start at midnight UTC. */
export function openMeters(seed: number, conditions: Conditions): (at: number) => Point[] {
  const { plain, requests } = instrumentsOf(conditions);
  const gauges = plain.filter(({ metric }) => metric.type === "gauge").map((one) => ({ one, key: keyOf(one) }));
  const counters = plain.filter(({ metric }) => metric.type === "counter").map((one) => ({ one, key: keyOf(one) }));
  const histograms = requests.map((one) => ({ one, key: hashOf(`requests ${one.source.instance}`) }));
  const firstHistogram = counters.length;
  const size = firstHistogram + histograms.length * statuses.length * histogramSlots;
  const varied = (value: number, key: number, size: number, at: number) =>
    size === 0 ? value : value * (1 + size * (2 * noise(seed, key, at) - 1));

  const totals = openTotals(size, meterStep, (at, sums) => {
    const seconds = meterStep / 1000;
    for (const [slot, { one, key }] of counters.entries())
      sums[slot] = (sums[slot] ?? 0) + varied(one.value(at), key, one.noise, at) * seconds;
    for (const [place, { one, key }] of histograms.entries())
      growHistogram(sums, firstHistogram + place * statuses.length * histogramSlots, one, at, (n) =>
        varied(n, key, 0.15, at),
      );
  });

  return (at) => {
    const since = Math.floor(at / day) * day;
    const sums = totals.at(at);
    return [
      ...gauges.map(({ one: { metric, source, labels, value, noise: size }, key }) => {
        return { at, since, metric, source, labels, value: tidy(varied(value(at), key, size, at)) };
      }),
      ...counters.map(({ one: { metric, source, labels } }, slot) => {
        const sum = sums[slot] ?? 0;
        return { at, since, metric, source, labels, value: metric.unit === "s" ? tidy(sum) : Math.floor(sum) };
      }),
      ...histograms.flatMap(({ one: { source } }, place) =>
        statuses.map((status, index): Point => {
          const first = firstHistogram + (place * statuses.length + index) * histogramSlots;
          const buckets = Array.from(sums.subarray(first, first + bucketCount), Math.floor);
          const labels = { "http.response.status_code": status };
          const value = tidy(sums[first + bucketCount] ?? 0);
          return { at, since, metric: requestDuration, source, labels, value, buckets };
        }),
      ),
    ];
  };
}

function keyOf({ metric, source, labels }: Instrument): number {
  return hashOf([metric.name, source.host, source.service, ...Object.values(labels)].join(" "));
}

function growHistogram(
  sums: Float64Array,
  first: number,
  { vitals }: RequestInstrument,
  at: number,
  vary: (value: number) => number,
): void {
  const { requestsPerSecond, errorShare, medianSeconds } = vitals(at);
  const count = vary((requestsPerSecond * meterStep) / 1000);
  const mean = medianSeconds * Math.exp((sigma * sigma) / 2);
  const shares = [1 - errorShare, errorShare];
  let below = 0;
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const bound = latencyBounds[bucket];
    const until = bound === undefined ? 1 : normalShare(Math.log(bound / medianSeconds) / sigma);
    for (const [index, share] of shares.entries()) {
      const slot = first + index * histogramSlots + bucket;
      sums[slot] = (sums[slot] ?? 0) + count * share * (until - below);
    }
    below = until;
  }
  for (const [index, share] of shares.entries()) {
    const slot = first + index * histogramSlots + bucketCount;
    sums[slot] = (sums[slot] ?? 0) + count * share * mean;
  }
}

/** The share of a normal distribution below x, within one percent. */
function normalShare(x: number): number {
  return 1 / (1 + Math.exp(-1.702 * x));
}

/** Six significant digits, because more would only be noise. */
function tidy(value: number): number {
  return Number(value.toPrecision(6));
}
