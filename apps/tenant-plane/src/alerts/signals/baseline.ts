import type { Aggregation, AlertPolicyContent, MetricSeries } from "@opsplane/contract";
import { type GroupLine, type MetricQuery, parseMatchers } from "../../telemetry/index.ts";
import { type GroupValues, keyOf, type Moments, momentAt } from "./group-values.ts";

// What is usual at a time: the mean and standard deviation of the same hour, and its neighbors, of earlier days or weeks.

export const hour = 3_600_000;
const periods = { day: { length: 24 * hour, count: 7 }, week: { length: 7 * 24 * hour, count: 4 } } as const;

/** Fewer hours than this say nothing about what is usual. */
const fewestHours = 3;

function periodOf({ condition }: AlertPolicyContent) {
  return periods[condition.period ?? "week"];
}

export const hourOf = (time: number) => Math.floor(time / hour) * hour;

/** The query of the hours from which the baseline is made. They come from the hourly roll-up. */
export function baselineHours(content: AlertPolicyContent, moments: Moments, agg: Aggregation): MetricQuery[] {
  const { length, count } = periodOf(content);
  const { condition, group_by } = content;
  const hours: MetricQuery = {
    metric: condition.metric_name ?? "",
    matchers: parseMatchers(condition.match),
    start: new Date(hourOf(moments.start) - count * length - hour),
    end: new Date(hourOf(momentAt(moments, moments.points - 1)) - length + 3 * hour),
    step: "1h",
    agg: agg === "rate" || agg === "increase" || agg === "last" || agg === "count" ? "avg" : agg,
    by: group_by,
    over: "avg",
    window: undefined,
    limit: 10_000,
  };
  return [hours];
}

interface Usual {
  mean: number;
  deviation: number;
}

/** The distance of each value from what is usual, in standard deviations. Without enough history there is no value. */
export function deviations(
  content: AlertPolicyContent,
  moments: Moments,
  lines: readonly GroupLine[],
  [hours = []]: readonly (readonly MetricSeries[])[],
): GroupValues {
  const { direction = "both", threshold = 3 } = content.condition;
  const byGroup = new Map(hours.map(({ labels, points }) => [keyOf(labels), new Map(points)]));
  const bounds = { upper: [] as GroupLine[], lower: [] as GroupLine[] };
  const groups = lines.map(({ labels, values, there }) => {
    const history = byGroup.get(keyOf(labels));
    const known = new Map<number, Usual | undefined>();
    const distance = emptyLine(labels, moments.points);
    const [upper, lower] = [emptyLine(labels, moments.points), emptyLine(labels, moments.points)];
    for (let point = 0; point < moments.points; point++) {
      const at = hourOf(momentAt(moments, point));
      if (!known.has(at)) known.set(at, history && usualAt(history, at, periodOf(content)));
      const usual = known.get(at);
      if (usual === undefined) continue;
      setPoint(upper, point, usual.mean + threshold * usual.deviation);
      setPoint(lower, point, usual.mean - threshold * usual.deviation);
      if (there[point] !== 1) continue;
      const away = ((values[point] as number) - usual.mean) / usual.deviation;
      setPoint(distance, point, direction === "both" ? Math.abs(away) : direction === "above" ? away : -away);
    }
    bounds.upper.push(upper);
    bounds.lower.push(lower);
    return distance;
  });
  return { groups, bounds };
}

export function emptyLine(labels: Record<string, string>, points: number): GroupLine {
  return { labels, values: new Float64Array(points), there: new Uint8Array(points) };
}

export function setPoint(line: GroupLine, point: number, value: number): void {
  line.values[point] = value;
  line.there[point] = 1;
}

function usualAt(
  history: ReadonlyMap<number, unknown>,
  at: number,
  { length, count }: { length: number; count: number },
): Usual | undefined {
  const values: number[] = [];
  for (let back = 1; back <= count; back++)
    for (const beside of [-1, 0, 1]) {
      // An hour's value is at its end.
      const value = history.get(at - back * length + (beside + 1) * hour);
      if (typeof value === "number") values.push(value);
    }
  if (values.length < fewestHours) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  // A value that never varied still has some tolerance.
  return { mean, deviation: Math.max(Math.sqrt(variance), Math.abs(mean) * 0.01, 1e-9) };
}
