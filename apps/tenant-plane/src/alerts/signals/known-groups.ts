import type { AlertPolicyContent } from "@opsplane/contract";
import { type GroupLine, parseMatchers, type TelemetryReads } from "../../telemetry/index.ts";
import { type GroupValues, keyOf, type Moments, momentAt } from "./group-values.ts";

const dayMs = 86_400_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * The groups of a metric that exist at each point: those of the day before, and those of the same day that were seen until then. A
 * group is expected for a day or two, and then forgotten.
 */
export async function knownGroups(
  reads: TelemetryReads,
  { condition, group_by: by }: AlertPolicyContent,
  moments: Moments,
  groups: readonly GroupLine[],
): Promise<NonNullable<GroupValues["known"]>> {
  if (by.length === 0) return () => [{}];
  const end = momentAt(moments, moments.points - 1);
  const range = { from: new Date(moments.start - dayMs), to: new Date(end) };
  const query = { metric: condition.metric_name ?? "", matchers: parseMatchers(condition.match) };
  const lines = new Map(groups.map((group) => [keyOf(group.labels), group]));
  const found = (await reads.metricGroups(query, by, range)).map(({ labels, days }) => ({
    labels,
    days: new Set(days),
    firstSeen: firstPoints(lines.get(keyOf(labels)), moments),
  }));
  return (point) => {
    const time = momentAt(moments, point);
    const [today, yesterday] = [dayOf(time), dayOf(time - dayMs)];
    return found
      .filter(
        ({ days, firstSeen }) => days.has(yesterday) || (days.has(today) && hasBegun(firstSeen.get(today), point)),
      )
      .map(({ labels }) => labels);
  };

  /** Of the day of the only point, the series exists because its samples are stored. */
  function hasBegun(first: number | undefined, point: number): boolean {
    return moments.points === 1 || (first !== undefined && first <= point);
  }
}

/** The first point of each day at which a group has a value. */
function firstPoints(line: GroupLine | undefined, moments: Moments): Map<string, number> {
  const first = new Map<string, number>();
  for (const [point, there] of line?.there.entries() ?? []) {
    const day = dayOf(momentAt(moments, point));
    if (there === 1 && !first.has(day)) first.set(day, point);
  }
  return first;
}
