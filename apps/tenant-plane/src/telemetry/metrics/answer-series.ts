import { type Aggregation, type MetricSeries, own } from "@opsplane/contract";
import type { Grid } from "./grid.ts";
import { aggregator } from "./groups.ts";
import type { Line } from "./reading.ts";
import { Buckets } from "./store/histograms.ts";
import type { FoundSeries } from "./store/slots.ts";

/** True when series are returned separately, false when they are aggregated in groups. */
export function staysApart(agg: Aggregation | undefined, by: readonly string[] | undefined): boolean {
  return by === undefined && (agg === undefined || agg === "last" || agg === "rate" || agg === "increase");
}

type Known = ReadonlyMap<bigint, FoundSeries>;

/** Returns every series separately. The metric name is a label only when the query matches several metrics. */
export function apart(lines: Iterable<[bigint, Line]>, known: Known, grid: Grid, withNames: boolean): MetricSeries[] {
  const made: MetricSeries[] = [];
  for (const [id, line] of lines) {
    const series = known.get(id);
    if (series === undefined) continue;
    const labels = withNames ? { __name__: series.metric, ...series.labels } : series.labels;
    made.push({ labels, points: pointsOf(line, grid) });
  }
  return shown(made);
}

/** Aggregates series in groups. The rates of a group are summed. */
export function together(
  lines: Iterable<[bigint, Line]>,
  known: Known,
  grid: Grid,
  agg: Aggregation,
  by: readonly string[],
): MetricSeries[] {
  const groups = grouping(by, () => aggregator(agg, grid.points));
  for (const [id, line] of lines) groups.of(known.get(id))?.add(line);
  return shown(groups.all().map(({ labels, held }) => ({ labels, points: pointsOf(held.line(), grid) })));
}

/** Quantiles of the histograms of a group. `fill` adds the counts of each series to its group's buckets. */
export async function quantiles(
  known: Known,
  grid: Grid,
  by: readonly string[],
  quantile: number,
  fill: (bucketsOf: (id: bigint) => Buckets | undefined) => Promise<"each" | "all below">,
): Promise<MetricSeries[]> {
  const groups = grouping(by, () => new Buckets(grid.points));
  const counts = await fill((id) => groups.of(known.get(id)));
  return shown(
    groups.all().map(({ labels, held }) => ({
      labels,
      points: pointsOf(held.quantiles(quantile, counts === "all below"), grid),
    })),
  );
}

/** Adds a bucket's series to its group. `le` is the upper bound of the bucket. */
export function addBucket(buckets: Buckets | undefined, series: FoundSeries | undefined, line: Line): void {
  const written = series?.labels.le;
  const bound = written === "+Inf" ? Number.POSITIVE_INFINITY : Number(written);
  if (Number.isNaN(bound)) return;
  for (const [point, value] of line.values.entries()) if (line.there[point] === 1) buckets?.add(point, bound, value);
}

/** Keeps one value for each combination of the group labels. */
function grouping<T>(by: readonly string[], make: () => T) {
  const groups = new Map<string, { labels: Record<string, string>; held: T }>();
  return {
    of: (series: FoundSeries | undefined): T | undefined => {
      if (series === undefined) return undefined;
      const labels = keptLabels(series, by);
      const key = JSON.stringify(labels);
      const group = groups.get(key) ?? { labels, held: make() };
      groups.set(key, group);
      return group.held;
    },
    all: () => [...groups.values()],
  };
}

function keptLabels({ metric, labels }: FoundSeries, by: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    by
      .map((name) => [name, name === "__name__" ? metric : (own(labels, name) ?? "")] as const)
      .filter(([, value]) => value !== ""),
  );
}

function shown(series: MetricSeries[]): MetricSeries[] {
  return series
    .filter(({ points }) => points.length > 0)
    .map((each) => ({ each, key: JSON.stringify(each.labels) }))
    .sort((one, two) => (one.key < two.key ? -1 : 1))
    .map(({ each }) => each);
}

function pointsOf({ values, there }: Line, grid: Grid): MetricSeries["points"] {
  const points: MetricSeries["points"] = [];
  for (let point = 0; point < grid.points; point++)
    if (there[point] === 1) points.push([grid.start + point * grid.step, spelled(values[point] as number)]);
  return points;
}

/** JSON has no NaN or infinities; these are Prometheus's spellings. */
function spelled(value: number): MetricSeries["points"][number][1] {
  if (Number.isFinite(value)) return value;
  return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
}
