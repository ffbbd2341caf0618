import type { Aggregation, AlertPolicyContent, MetricSeries } from "@opsplane/contract";
import { openSeasonSurprise } from "@opsplane/rca";
import type { GroupLine, MetricQuery } from "../../telemetry/index.ts";
import { baselineHours, emptyLine, hour, hourOf, setPoint } from "./baseline.ts";
import { type GroupValues, keyOf, type Moments, momentAt } from "./group-values.ts";

// The surprise of a value, by the anomaly detector's seasonal view: how rare such a distance from what is usual is in this series.

/**
 * All hours until now, because the recent ones tell how far values usually are from what is usual: the mean, the lowest and the highest value
 * of each. A policy reads some minutes, and minutes vary more than the means of hours.
 */
export function surpriseHours(content: AlertPolicyContent, moments: Moments, agg: Aggregation): MetricQuery[] {
  const end = new Date(hourOf(momentAt(moments, moments.points - 1)));
  return baselineHours(content, moments, agg).flatMap((hours) =>
    (["avg", "min", "max"] as const).map((over) => ({ ...hours, end, over })),
  );
}

/** Without enough history there is no value. */
export function surprises(
  content: AlertPolicyContent,
  moments: Moments,
  lines: readonly GroupLine[],
  [means = [], lows = [], highs = []]: readonly (readonly MetricSeries[])[],
): GroupValues {
  const byGroup = new Map(means.map(({ labels, points }) => [keyOf(labels), points]));
  const [lowest, highest] = [byHour(lows), byHour(highs)];
  const bounds = { upper: [] as GroupLine[], lower: [] as GroupLine[] };
  const groups = lines.map((line) => {
    const key = keyOf(line.labels);
    const found = surprisesOf(content, moments, line, {
      means: byGroup.get(key) ?? [],
      lows: lowest.get(key),
      highs: highest.get(key),
    });
    bounds.upper.push(found.upper);
    bounds.lower.push(found.lower);
    return found.values;
  });
  return { groups, bounds };
}

interface History {
  readonly means: MetricSeries["points"];
  /** By the end of the hour. */
  readonly lows: ReadonlyMap<number, unknown> | undefined;
  readonly highs: ReadonlyMap<number, unknown> | undefined;
}

const byHour = (series: readonly MetricSeries[]) =>
  new Map(series.map(({ labels, points }) => [keyOf(labels), new Map<number, unknown>(points)]));

const known = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

function surprisesOf(
  { condition }: AlertPolicyContent,
  moments: Moments,
  { labels, values, there }: GroupLine,
  { means: history, lows, highs }: History,
) {
  const { direction = "both", threshold = 3, period = "week" } = condition;
  const season = openSeasonSurprise(period);
  const result = emptyLine(labels, moments.points);
  const [upper, lower] = [emptyLine(labels, moments.points), emptyLine(labels, moments.points)];
  let learned = 0;
  let limit: number | undefined;
  for (let point = 0; point < moments.points; point++) {
    const at = momentAt(moments, point);
    // Each moment knows only the hours that were over; an hour's value is at its end.
    for (; (history[learned]?.[0] ?? Number.POSITIVE_INFINITY) <= hourOf(at); learned++) {
      const [end, value] = history[learned] ?? [0, 0];
      if (typeof value === "number")
        season.learn((end - hour) / 1000, value, known(lows?.get(end)), known(highs?.get(end)));
      limit = undefined;
    }
    const usual = season.usualAt(at / 1000);
    if (usual === undefined) continue;
    // A value that never varied still has some tolerance.
    const tolerance = Math.max(Math.abs(usual) * 0.01, 1e-9);
    limit ??= season.distanceOf(threshold);
    setPoint(upper, point, usual + Math.max(limit, tolerance));
    setPoint(lower, point, usual - Math.max(limit, tolerance));
    if (there[point] !== 1) continue;
    const away = (values[point] ?? 0) - usual;
    const counts = direction === "both" || away > 0 === (direction === "above");
    setPoint(result, point, counts && Math.abs(away) > tolerance ? season.surpriseOf(Math.abs(away)) : 0);
  }
  return { values: result, upper, lower };
}
