import { bind, type ClickHouseReader, chsql, every, listed } from "@opsplane/runtime";
import { labelsOf } from "../../sliding.ts";
import { type SeriesQuery, seriesOf } from "./slots.ts";

interface NameRow {
  metric_name: string;
  series: number;
}

export interface About {
  metric_name: string;
  type: string;
  temporality: string;
  unit: string;
  help: string;
}

const contains = (column: "metric" | "value", part: string | undefined) =>
  part !== undefined &&
  (column === "metric"
    ? chsql`positionCaseInsensitive(metric, ${bind.text(part)}) > 0`
    : chsql`positionCaseInsensitive(value, ${bind.text(part)}) > 0`);

interface NamesQuery {
  q: string | undefined;
  from: Date;
  to: Date;
  limit: number;
  offset: number;
}

export async function findNames(clickhouse: ClickHouseReader, { q, from, to, limit, offset }: NamesQuery) {
  const where = every([
    chsql`tenant_id = {tenant:String}`,
    chsql`day BETWEEN ${bind.day(from)} AND ${bind.day(to)}`,
    contains("metric", q),
  ]);
  const [names, counted] = await Promise.all([
    clickhouse.rows<NameRow>(chsql`
      SELECT metric AS metric_name, uniq(series_id) AS series FROM metric_series WHERE ${where}
      GROUP BY metric ORDER BY metric LIMIT ${bind.whole(limit)} OFFSET ${bind.whole(offset)}`),
    clickhouse.first<{ total: number }>(chsql`SELECT uniqExact(metric) AS total FROM metric_series WHERE ${where}`),
  ]);
  return { names, total: counted?.total ?? 0 };
}

/** Names are query parameters in the URL. This number fits even when every character needs escaping. */
const namesAtOnce = 200;

export async function aboutMetrics(clickhouse: ClickHouseReader, names: readonly string[]): Promise<About[]> {
  const parts = Array.from({ length: Math.ceil(names.length / namesAtOnce) }, (_, part) =>
    names.slice(part * namesAtOnce, (part + 1) * namesAtOnce),
  );
  const found = await Promise.all(
    parts.map((part) =>
      clickhouse.rows<About>(chsql`
        SELECT metric AS metric_name, argMax(type, updated_at) AS type, argMax(temporality, updated_at) AS temporality,
               argMax(unit, updated_at) AS unit, argMax(help, updated_at) AS help
        FROM metric_metadata WHERE tenant_id = {tenant:String} AND metric IN ${bind.texts(part)} GROUP BY metric`),
    ),
  );
  return found.flat();
}

const maxGroups = 50_000;

/** A combination of labels among the series, and the days on which it exists. */
export interface GroupDays {
  labels: Record<string, string>;
  days: string[];
}

export async function findGroups(
  clickhouse: ClickHouseReader,
  wanted: SeriesQuery,
  by: readonly string[],
): Promise<GroupDays[]> {
  const rows = await clickhouse.rows<{ group: string[]; days: string[] }>(chsql`
    SELECT [${listed(by.map((name) => chsql`labels[${bind.text(name)}]`))}]::Array(String) AS "group",
      arrayMap(each -> toString(each), groupUniqArray(day)) AS days
    FROM metric_series WHERE ${seriesOf(wanted)} GROUP BY "group" LIMIT ${bind.whole(maxGroups)}`);
  return rows.map(({ group, days }) => ({ labels: labelsOf(by, group), days }));
}

export function findLabels(clickhouse: ClickHouseReader, wanted: SeriesQuery) {
  return clickhouse.rows<{ name: string; values: number; series: number }>(chsql`
    SELECT name, uniq(value) AS values, uniq(series_id) AS series FROM (
      SELECT series_id, arrayJoin(labels) AS label, label.1 AS name, label.2 AS value FROM metric_series WHERE ${seriesOf(wanted)}
    ) GROUP BY name ORDER BY name LIMIT 1000`);
}

export function findValues(
  clickhouse: ClickHouseReader,
  wanted: SeriesQuery,
  label: string,
  q: string | undefined,
  limit: number,
) {
  return clickhouse.rows<{ value: string; series: number }>(chsql`
    SELECT labels[${bind.text(label)}] AS value, uniq(series_id) AS series FROM metric_series
    WHERE ${every([seriesOf(wanted), chsql`value != ''`, contains("value", q)])}
    GROUP BY value ORDER BY series DESC, value LIMIT ${bind.whole(limit)}`);
}
