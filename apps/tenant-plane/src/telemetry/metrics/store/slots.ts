import { bind, type ClickHouseReader, chsql, every, type NativeResult, type SqlFragment } from "@opsplane/runtime";
import { metricIdOf } from "../../decode/series.ts";
import type { Grid, SlotReading } from "../grid.ts";
import { isOneMetric, type Matcher, matching, named } from "../matchers.ts";

export interface FoundSeries {
  id: bigint;
  metric: string;
  metricId: number;
  labels: Record<string, string>;
}

/** Identifies the samples of a series. */
export type SeriesName = Pick<FoundSeries, "id" | "metricId">;

/** Selects series by metric name and matchers that exist on a day of the window. */
export interface SeriesQuery {
  metric: string;
  matchers: readonly Matcher[];
  from: Date;
  to: Date;
}

export const seriesOf = ({ metric, matchers, from, to }: SeriesQuery): SqlFragment =>
  every([
    chsql`tenant_id = {tenant:String}`,
    named(metric),
    chsql`day BETWEEN ${bind.day(from)} AND ${bind.day(to)}`,
    matching(matchers),
  ]);

export async function findSeries(
  clickhouse: ClickHouseReader,
  wanted: SeriesQuery,
  limit: number,
): Promise<FoundSeries[]> {
  // A series has one row per day. LIMIT 1 BY takes half the time of GROUP BY.
  const rows = await clickhouse.rows<Row>(chsql`
    SELECT toString(series_id) AS id, metric, metric_id, labels
    FROM metric_series WHERE ${seriesOf(wanted)} LIMIT 1 BY series_id LIMIT ${bind.whole(limit)}`);
  return rows.map(({ id, metric, metric_id, labels }) => ({ id: BigInt(id), metric, metricId: metric_id, labels }));
}

interface Row {
  id: string;
  metric: string;
  metric_id: number;
  labels: Record<string, string>;
}

/** The maximum number of ids that fit into the URL of a query. */
export const maxNamed = 200;

/**
 * The condition on the rows of the wanted series. The sorting key starts with the metric id. The id of one metric follows from its
 * name, so its rows can be read during the series lookup. With several metrics the ids come from the series `found`.
 */
export function rowsOf(wanted: SeriesQuery, found?: readonly SeriesName[]): SqlFragment {
  return every([
    chsql`tenant_id = {tenant:String}`,
    metricsOf(wanted, found),
    wanted.matchers.length > 0 &&
      (found && found.length <= maxNamed
        ? chsql`series_id IN ${bind.unsigneds(found.map(({ id }) => id))}`
        : chsql`series_id GLOBAL IN (SELECT series_id FROM metric_series WHERE ${seriesOf(wanted)})`),
  ]);
}

function metricsOf(wanted: SeriesQuery, found: readonly SeriesName[] | undefined): SqlFragment {
  if (isOneMetric(wanted)) return chsql`metric_id = ${bind.unsigned(metricIdOf(wanted.metric))}`;
  const ids = [...new Set(found?.map(({ metricId }) => metricId))];
  return ids.length > 0 && ids.length <= maxNamed
    ? chsql`metric_id IN ${bind.unsigneds(ids)}`
    : chsql`metric_id GLOBAL IN (SELECT metric_id FROM metric_series WHERE ${seriesOf({ ...wanted, matchers: [] })})`;
}

/** Excludes Prometheus's staleness marker, which ends a series. */
const notStale = chsql`NOT (exponent = 127 AND scaled = 9218868437227405314)`;

/** The increase of a counter over its values `read`, sorted by time. A value that fell is a reset to zero. */
export const increaseOfRead = chsql`arraySum((gone, now) -> if(gone < 0, now, gone), arrayDifference(read), read)`;

const readings: Record<SlotReading, SqlFragment> = {
  last: chsql`argMax(value, ts) AS last, toUnixTimestamp64Milli(max(ts)) AS last_ts`,
  over: chsql`min(value) AS low, max(value) AS high, sum(value) AS total, toUInt32(count()) AS samples`,
  counter: chsql`
    arraySort(groupArray((toUnixTimestamp64Milli(ts), value))) AS sorted, arrayMap(each -> each.2, sorted) AS read,
    sorted[1].1 AS first_ts, sorted[-1].1 AS last_ts, read[1] AS first, read[-1] AS last, toUInt32(length(read)) AS samples,
    ${increaseOfRead} AS increase`,
};

const columns: Record<SlotReading, SqlFragment> = {
  last: chsql`last, last_ts`,
  over: chsql`low, high, total, samples`,
  counter: chsql`first, first_ts, last, last_ts, increase, samples`,
};

/** Reads stored samples in any order. `rows` selects them. */
export function readSamples(
  clickhouse: ClickHouseReader,
  rows: SqlFragment,
  grid: Grid,
  limit: number,
): Promise<NativeResult> {
  return clickhouse.columns(chsql`
    SELECT series_id, ts, scaled, exponent FROM metric_samples WHERE ${samplesOf(rows, grid)} LIMIT ${bind.whole(limit)}`);
}

/** Reads slots of raw samples, sorted by series and time. `rows` selects the samples. */
export function readSlots(clickhouse: ClickHouseReader, rows: SqlFragment, grid: Grid): Promise<NativeResult> {
  return clickhouse.columns(chsql`
    SELECT series_id, slot, ${columns[grid.reading]} FROM (${rawSlots(rows, grid)}) ORDER BY series_id, slot`);
}

/** Reads slots of the rolled-up hours until `until`, and of raw samples after it. */
export function readRolledSlots(
  clickhouse: ClickHouseReader,
  rows: SqlFragment,
  grid: Grid,
  until: Date,
): Promise<NativeResult> {
  const edge = Math.max(grid.base, Math.min(until.getTime(), endOf(grid)));
  return clickhouse.columns(chsql`
    SELECT series_id, slot, ${columns[grid.reading]} FROM (
      SELECT series_id, slot, ${columns[grid.reading]} FROM (${rolledSlots(rows, grid, edge)})
      UNION ALL
      SELECT series_id, slot, ${columns[grid.reading]} FROM (${rawSlots(rows, { ...grid, base: edge }, (edge - grid.base) / grid.slot)})
    ) ORDER BY series_id, slot`);
}

const endOf = (grid: Grid) => grid.start + (grid.points - 1) * grid.step;

/** Like a window, a slot excludes its start and includes its end. Whole hours follow the clock. */
function rawSlots(rows: SqlFragment, grid: Grid, slotsBefore = 0): SqlFragment {
  const since = chsql`toUnixTimestamp64Milli(ts) - ${bind.whole(grid.hourly ? grid.base : grid.base + 1)}`;
  return chsql`
    SELECT series_id, toUInt32(intDiv(${since}, ${bind.whole(grid.slot)}) + ${bind.whole(slotsBefore)}) AS slot, ${readings[grid.reading]}
    FROM metric_samples
    WHERE ${samplesOf(rows, grid)}
    GROUP BY series_id, slot`;
}

function samplesOf(rows: SqlFragment, grid: Grid): SqlFragment {
  const [from, to] = [bind.instant(new Date(grid.base)), bind.instant(new Date(endOf(grid)))];
  return every([
    rows,
    grid.hourly ? chsql`ts >= ${from} AND ts < ${to}` : chsql`ts > ${from} AND ts <= ${to}`,
    grid.reading !== "last" && notStale,
  ]);
}

const rolled: Record<SlotReading, SqlFragment> = {
  last: chsql`argMax(last_value, rolled_at) AS last, toUnixTimestamp64Milli(argMax(metric_hours.last_ts, rolled_at)) AS last_ts`,
  over: chsql`
    argMax(min_value, rolled_at) AS low, argMax(max_value, rolled_at) AS high, argMax(sum_value, rolled_at) AS total,
    argMax(metric_hours.samples, rolled_at) AS samples`,
  counter: chsql`
    argMax(first_value, rolled_at) AS first, toUnixTimestamp64Milli(argMax(metric_hours.first_ts, rolled_at)) AS first_ts,
    argMax(last_value, rolled_at) AS last, toUnixTimestamp64Milli(argMax(metric_hours.last_ts, rolled_at)) AS last_ts,
    argMax(metric_hours.increase, rolled_at) AS increase, argMax(metric_hours.samples, rolled_at) AS samples`,
};

function rolledSlots(rows: SqlFragment, grid: Grid, edge: number): SqlFragment {
  const since = chsql`toInt64(toUnixTimestamp(hour)) * 1000 - ${bind.whole(grid.base)}`;
  return chsql`
    SELECT series_id, toUInt32(intDiv(${since}, ${bind.whole(grid.slot)})) AS slot, ${rolled[grid.reading]}
    FROM metric_hours
    WHERE ${rows} AND hour >= ${bind.instant(new Date(grid.base))} AND hour < ${bind.instant(new Date(edge))}
    GROUP BY series_id, slot`;
}
