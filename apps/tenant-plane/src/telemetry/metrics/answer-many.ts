import {
  bind,
  type ClickHouseReader,
  chsql,
  every,
  type NativeResult,
  openTurns,
  type SqlFragment,
} from "@opsplane/runtime";
import { metricIdOf } from "../decode/series.ts";
import { gather } from "./gather.ts";
import { type Grid, gridOf } from "./grid.ts";
import { quantileOf } from "./groups.ts";
import { isFastToTest, isOneMetric, matcherOf } from "./matchers.ts";
import { answer, type MetricQuery, maxSamples, type QueryDeps, type QueryResult, seriesOfSlots } from "./query.ts";
import { asMillis } from "./slots.ts";
import { likelySource, type Source } from "./source.ts";
import { type About, aboutMetrics } from "./store/browse.ts";
import { type FoundSeries, maxNamed, readSamples } from "./store/slots.ts";

/** A result, or why there is none. One query's failure does not fail the others. */
export type Outcome = { result: QueryResult } | { error: unknown };

/**
 * Answers many queries at once, as alert policies ask them. Queries of stored samples with windows of similar length share one read
 * of all their metrics; the others are answered one by one. The results are the same as those of `answer`.
 */
export async function answerMany(
  clickhouse: ClickHouseReader,
  queries: readonly MetricQuery[],
  deps: QueryDeps,
): Promise<Outcome[]> {
  const about = await typesOf(clickhouse, queries);
  const outcomes: Outcome[] = [];
  const plain: Planned[] = [];
  const others: number[] = [];
  for (const [at, query] of queries.entries()) {
    const source = plainSource(query, about.get(query.metric));
    if (source === undefined) {
      others.push(at);
      continue;
    }
    try {
      plain.push({ at, query, source, grid: gridFor(query, source) });
    } catch (error) {
      outcomes[at] = { error };
    }
  }
  const turn = openTurns();
  for (const batch of batchesOf(plain)) {
    // One metric can make the read of all too slow or too large. Alone, the others have their answers.
    const series = await readBatch(clickhouse, batch, deps).catch(() => "too many" as const);
    for (const planned of batch)
      if (series === "too many") others.push(planned.at);
      else outcomes[planned.at] = await outcomeOf(answerFrom(series, planned, turn));
  }
  for (const at of others) {
    const query = queries[at];
    if (query !== undefined) outcomes[at] = await outcomeOf(answer(clickhouse, query, deps));
  }
  return outcomes;
}

function outcomeOf(answered: Promise<QueryResult>): Promise<Outcome> {
  return answered.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
}

interface Planned {
  at: number;
  query: MetricQuery;
  source: Source;
  grid: Grid;
}

/** Only rates and quantiles depend on the type of their metric. */
async function typesOf(clickhouse: ClickHouseReader, queries: readonly MetricQuery[]): Promise<Map<string, About>> {
  const asked = queries.filter(({ agg }) => isRate(agg) || quantileOf(agg) !== undefined).map(({ metric }) => metric);
  const about = asked.length > 0 ? await aboutMetrics(clickhouse, [...new Set(asked)]) : [];
  return new Map(about.map((each) => [each.metric_name, each]));
}

/** The source of a query of plain samples; undefined for histograms, patterns of names and slow patterns. */
function plainSource(query: MetricQuery, about: About | undefined): Source | undefined {
  if (!isOneMetric(query) || !isFastToTest(query.matchers)) return undefined;
  const likely = likelySource(query);
  if (isRate(query.agg)) return likely && about?.temporality !== "delta" ? likely : undefined;
  return likely?.kind === "samples" ? likely : undefined;
}

const isRate = (agg: MetricQuery["agg"]) => agg === "rate" || agg === "increase";

function gridFor({ start, end, step, window }: MetricQuery, { reading }: Source): Grid {
  return gridOf({ start: start.getTime(), end: end.getTime(), step, window, reading });
}

const endOf = ({ start, points, step }: Grid) => start + (points - 1) * step;

/** Windows of similar length belong together, so that no one reads an hour for a policy of five minutes. */
const lengths = [10 * 60_000, 3_600_000, 6 * 3_600_000, Number.POSITIVE_INFINITY];

function* batchesOf(plain: readonly Planned[]): Generator<Planned[]> {
  for (const [at, most] of lengths.entries()) {
    const its = plain.filter(({ grid }) => {
      const length = endOf(grid) - grid.base;
      return length <= most && length > (lengths[at - 1] ?? -1);
    });
    let batch: Planned[] = [];
    let metrics = new Set<string>();
    for (const planned of its.toSorted((one, two) => (one.query.metric < two.query.metric ? -1 : 1))) {
      if (!metrics.has(planned.query.metric) && metrics.size === maxNamed) {
        yield batch;
        [batch, metrics] = [[], new Set()];
      }
      batch.push(planned);
      metrics.add(planned.query.metric);
    }
    if (batch.length > 0) yield batch;
  }
}

/** The samples of one series, as they are stored. */
interface SeriesRows {
  series: FoundSeries;
  rows: number[];
}

interface Batch {
  samples: {
    ids: BigUint64Array;
    times: BigUint64Array;
    /** The times as numbers. */
    millis: Float64Array;
    scaled: BigUint64Array;
    exponents: ArrayLike<number>;
  };
  byMetric: Map<string, SeriesRows[]>;
}

async function readBatch(
  clickhouse: ClickHouseReader,
  batch: readonly Planned[],
  { seriesNames }: QueryDeps,
): Promise<Batch | "too many"> {
  const metrics = [...new Set(batch.map(({ query }) => query.metric))];
  const base = Math.min(...batch.map(({ grid }) => grid.base));
  const end = Math.max(...batch.map(({ grid }) => endOf(grid)));
  const rows = chsql`tenant_id = {tenant:String} AND metric_id IN ${bind.unsigneds(metrics.map(metricIdOf))}`;
  // "last" reads staleness markers too; they are left out below where they do not count.
  const span = { start: end, step: 1, points: 1, base, reading: "last", hourly: false } as Grid;
  const result = await readSamples(clickhouse, rows, span, maxSamples + 1);
  if (result.rows > maxSamples) return "too many";
  const samples = {
    ids: result.bits("series_id"),
    times: result.bits("ts"),
    millis: asMillis(result.bits("ts")),
    scaled: result.bits("scaled"),
    exponents: result.numbers("exponent"),
  };
  const rowsOfSeries = new Map<bigint, number[]>();
  for (let row = 0; row < result.rows; row++) {
    const id = samples.ids[row] as bigint;
    const found = rowsOfSeries.get(id);
    if (found) found.push(row);
    else rowsOfSeries.set(id, [row]);
  }
  const names = await seriesNames.of([...rowsOfSeries.keys()], (missing) =>
    lookUp(clickhouse, missing, metrics, new Date(base), new Date(end)),
  );
  const byMetric = new Map<string, SeriesRows[]>();
  const turn = openTurns();
  for (const [id, its] of rowsOfSeries) {
    await turn();
    const series = names.get(id);
    if (series === undefined) continue;
    const found = byMetric.get(series.metric);
    if (found) found.push({ series, rows: its });
    else byMetric.set(series.metric, [{ series, rows: its }]);
  }
  return { samples, byMetric };
}

async function lookUp(
  clickhouse: ClickHouseReader,
  ids: readonly bigint[],
  metrics: readonly string[],
  from: Date,
  to: Date,
): Promise<FoundSeries[]> {
  const which: SqlFragment | undefined =
    ids.length <= maxNamed ? chsql`series_id IN ${bind.unsigneds(ids)}` : undefined;
  const rows = await clickhouse.rows<{ id: string; metric: string; metric_id: number; labels: Record<string, string> }>(
    chsql`
      SELECT toString(series_id) AS id, metric, metric_id, labels FROM metric_series
      WHERE ${every([
        chsql`tenant_id = {tenant:String}`,
        chsql`metric IN ${bind.texts(metrics)}`,
        chsql`day BETWEEN ${bind.day(from)} AND ${bind.day(to)}`,
        which,
      ])} LIMIT 1 BY series_id`,
  );
  return rows.map(({ id, metric, metric_id, labels }) => ({ id: BigInt(id), metric, metricId: metric_id, labels }));
}

/** The bits of Prometheus's staleness marker. */
const stale = 0x7ff0000000000002n;
const asBits = 127;

async function answerFrom(
  { samples, byMetric }: Batch,
  { query, source, grid }: Planned,
  turn: () => Promise<void>,
): Promise<QueryResult> {
  await turn();
  const isWanted = matcherOf(query.matchers);
  const its = (byMetric.get(query.metric) ?? []).filter(({ series }) => isWanted(series.labels));
  const [from, to] = [grid.base, endOf(grid)];
  const chosen: number[] = [];
  for (const { rows } of its)
    for (const row of rows) {
      const time = samples.millis[row] as number;
      if (time <= from || time > to) continue;
      if (grid.reading === "last" || samples.exponents[row] !== asBits || samples.scaled[row] !== stale)
        chosen.push(row);
    }
  await turn();
  const slots = gather(picked(samples, chosen), grid);
  const known = new Map(its.map(({ series }) => [series.id, series]));
  await turn();
  const series = known.size === 0 ? [] : await seriesOfSlots(query, source, { grid, known, slots });
  return { grid, series };
}

/** These rows as a result of their own. */
function picked({ ids, times, scaled, exponents }: Batch["samples"], rows: readonly number[]): NativeResult {
  const columns = new Map([
    ["series_id", ids],
    ["ts", times],
    ["scaled", scaled],
  ]);
  return {
    rows: rows.length,
    bits: (name) => pickedBits(columns.get(name) ?? new BigUint64Array(0), rows),
    numbers: () => pickedNumbers(exponents, rows),
    arrays: () => ({ ends: new Float64Array(0), values: new Float64Array(0) }),
  };
}

/** Copies halves, because that is several times faster than copying big integers. */
function pickedBits(values: BigUint64Array, rows: readonly number[]): BigUint64Array {
  const from = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const to = new Uint32Array(rows.length * 2);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    to[at * 2] = from[row * 2] as number;
    to[at * 2 + 1] = from[row * 2 + 1] as number;
  }
  return new BigUint64Array(to.buffer);
}

function pickedNumbers(values: ArrayLike<number>, rows: readonly number[]): Int8Array {
  const to = new Int8Array(rows.length);
  for (let at = 0; at < rows.length; at++) to[at] = values[rows[at] as number] as number;
  return to;
}
