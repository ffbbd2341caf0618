import {
  type Bucket,
  bucketsOf,
  type Chart,
  type Column,
  changePercent,
  type Figure,
  forecastOf,
  type Section,
  valueText,
} from "@opsplane/reports";
import { all, inRange, type Sql, sql } from "@opsplane/runtime";
import { bucketIndex } from "./columns.ts";
import { filterOf } from "./incident-filter.ts";
import { allAtOnce } from "./rows.ts";
import type { SourceScope } from "./source.ts";

/** How many weeks before the end of the period are looked at, because a weekly pattern needs several. */
const weeks = 12;
const forecastDays = 14;

interface Kind {
  name: string;
  table: Sql;
  created: Sql;
}

const kinds: readonly Kind[] = [
  { name: "Incidents", table: sql`incidents incident`, created: sql`incident.created_at` },
  { name: "Changes", table: sql`changes change`, created: sql`change.created_at` },
  { name: "Requests", table: sql`service_requests request`, created: sql`request.created_at` },
  { name: "Alerts", table: sql`alerts alert`, created: sql`alert.created_at` },
];

/** Week over week, the pattern of the week, and what is expected if nothing changes. */
export async function trendsSource(scope: SourceScope): Promise<Section> {
  const days = wholeDays(scope);
  const trends: Trend[] = [];
  for (const kind of kinds) trends.push(await trendOf(scope, kind, days));
  const [incidents] = trends;
  return {
    source: "Trends",
    findings: trends.flatMap(findingOf),
    figures: trends.map(figureOf),
    charts: incidents ? [forecastChart(incidents, days), weekChart(trends, days)] : [],
    tables: [
      { ...{ name: "Weeks", columns, total: trends.length * weeks }, rows: () => allAtOnce(weekRows(trends, days)) },
    ],
    notes: [
      `Trends look at the ${weeks} weeks of whole days before the end of the period. The forecast is a straight line with a weekly pattern; 95 of 100 days fall into its interval if nothing changes.`,
    ],
  };
}

/** The last weeks of days that have ended: a part of a day would look like a decline. */
function wholeDays({ period, now }: SourceScope): Bucket[] {
  const to = new Date(Math.min(period.to.getTime(), now.getTime()));
  const from = new Date(to.getTime() - (weeks * 7 + 1) * 86_400_000);
  return bucketsOf({ ...period, from, to }, "day")
    .filter((day) => day.to <= to)
    .slice(-weeks * 7);
}

interface Trend {
  name: string;
  counts: number[];
}

async function trendOf(
  { db, parameters }: SourceScope,
  { name, table, created }: Kind,
  days: readonly Bucket[],
): Promise<Trend> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return { name, counts: [] };
  const range = { from: first.from, to: last.to };
  const filter = all([...inRange(created, range), name === "Incidents" && filterOf(parameters)]);
  const found = await db.rows<{ at: number; count: number }>(sql`
    select ${bucketIndex(created, days)} as at, count(*)::integer as count from ${table} where ${filter} group by 1`);
  const counts = days.map(() => 0);
  for (const { at, count } of found) counts[at] = count;
  return { name, counts };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function figureOf({ name, counts }: Trend): Figure {
  const better = name === "Incidents" || name === "Alerts" ? { better: "lower" as const } : {};
  return {
    name: `${name} in the last week`,
    value: sum(counts.slice(-7)),
    before: sum(counts.slice(-14, -7)),
    unit: "count",
    ...better,
  };
}

const notable = 20;

function findingOf({ name, counts }: Trend): string[] {
  const [week, before] = [sum(counts.slice(-7)), sum(counts.slice(-14, -7))];
  const percent = changePercent(week, before);
  const forecast = forecastOf(counts, forecastDays);
  const next = forecast ? sum(forecast.expected.slice(0, 7).map(({ value }) => value)) : null;
  return [
    ...(percent !== null && Math.abs(percent) >= notable
      ? [`${name} ${percent > 0 ? "rose" : "fell"} from ${before} to ${week} in the last week.`]
      : []),
    ...(next !== null && sum(counts) > 0 && name === "Incidents"
      ? [`About ${valueText(next, "count")} incidents are expected next week.`]
      : []),
  ];
}

/** The days of the last weeks, and the days after them with their interval. */
function forecastChart({ name, counts }: Trend, days: readonly Bucket[]): Chart {
  const forecast = forecastOf(counts, forecastDays);
  const expected = forecast?.expected ?? [];
  const last = days.at(-1)?.to ?? new Date(0);
  const later = expected.map((_, index) => new Date(last.getTime() + index * 86_400_000).toISOString().slice(0, 10));
  const gap = counts.map(() => null);
  return {
    ...{ title: `${name} a day, with a forecast`, kind: "lines", unit: "count" },
    labels: [...days.map(({ label }) => label), ...later],
    starts: [...days.map(({ from }) => from), ...later.map((date) => new Date(`${date}T00:00:00Z`))],
    series: [
      { name, values: [...counts, ...expected.map(() => null)] },
      ...(forecast ? [{ name: "Expected", values: [...gap, ...expected.map(({ value }) => value)] }] : []),
    ],
    ...(forecast
      ? {
          band: {
            low: [...gap, ...expected.map(({ low }) => low)],
            high: [...gap, ...expected.map(({ high }) => high)],
          },
        }
      : {}),
  };
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** The mean of each day of the week. */
function weekChart(trends: readonly Trend[], days: readonly Bucket[]): Chart {
  const weekday = ({ label }: Bucket) => (new Date(`${label}T12:00:00Z`).getUTCDay() + 6) % 7;
  return {
    ...{ title: "A usual week", kind: "lines", unit: "number", labels: weekdays },
    series: trends.map(({ name, counts }) => ({
      name,
      values: weekdays.map((_, day) => {
        const own = counts.filter((__, index) => days[index] && weekday(days[index]) === day);
        return own.length === 0 ? null : sum(own) / own.length;
      }),
    })),
  };
}

const columns: readonly Column[] = [
  { key: "kind", name: "Kind" },
  { key: "week_from", name: "Week from" },
  { key: "count", name: "Count", unit: "count" },
  { key: "change_percent", name: "Against the week before", unit: "percent" },
];

function weekRows(trends: readonly Trend[], days: readonly Bucket[]) {
  return trends.flatMap(({ name, counts }) =>
    Array.from({ length: Math.floor(counts.length / 7) }, (_, week) => {
      const at = counts.length - (week + 1) * 7;
      const [count, before] = [sum(counts.slice(at, at + 7)), at >= 7 ? sum(counts.slice(at - 7, at)) : null];
      return [name, days[at]?.label ?? "", count, changePercent(count, before)];
    }),
  );
}
