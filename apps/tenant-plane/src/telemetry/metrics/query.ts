import type { Aggregation, MetricSeries, OverTime } from "@opsplane/contract";
import { type ClickHouseReader, fail, invalid, type SqlFragment } from "@opsplane/runtime";
import { addBucket, apart, quantiles, staysApart, together } from "./answer-series.ts";
import { linesOf } from "./evaluate.ts";
import { gather } from "./gather.ts";
import { type Grid, gridOf } from "./grid.ts";
import { quantileOf } from "./groups.ts";
import { isOneMetric, type Matcher } from "./matchers.ts";
import type { SeriesCache } from "./series-cache.ts";
import type { SeriesNames } from "./series-names.ts";
import { type Slots, slotsOf } from "./slots.ts";
import { likelySource, type Source, sourceOf } from "./source.ts";
import { readHistograms } from "./store/histograms.ts";
import {
  type FoundSeries,
  findSeries,
  readRolledSlots,
  readSamples,
  readSlots,
  rowsOf,
  type SeriesName,
} from "./store/slots.ts";

export interface MetricQuery {
  metric: string;
  matchers: Matcher[];
  start: Date;
  end: Date;
  step: string | undefined;
  agg: Aggregation | undefined;
  by: readonly string[] | undefined;
  over: OverTime | undefined;
  window: string | undefined;
  limit: number;
}

/** Maximum number of series that one query may aggregate. */
const maxSeries = 50_000;
/** Maximum number of values in memory for one query. */
const maxNumbers = 20_000_000;
/** Up to this number, samples are gathered here. ClickHouse gathers more of them, so that less data is transferred. */
export const maxSamples = 1_500_000;

export interface QueryResult {
  grid: Grid;
  series: MetricSeries[];
}

/** What a query needs besides ClickHouse. */
export interface QueryDeps {
  /** The end of the hours that are rolled up without a gap. */
  rolledUntil: (from: Date) => Promise<Date>;
  seriesCache: SeriesCache;
  seriesNames: SeriesNames;
}

/** Returns the points of each series or group. */
export async function answer(clickhouse: ClickHouseReader, query: MetricQuery, deps: QueryDeps): Promise<QueryResult> {
  const { agg, by } = query;
  if (by !== undefined && (agg === undefined || agg === "last"))
    invalid("by", "needs an aggregation for the series of a group, such as agg=sum");
  const readFrom = (source: Source) => read(clickhouse, query, source, deps);
  const likely = likelySource(query);
  const [source, early] = await Promise.all([sourceOf(clickhouse, query, likely), likely && readFrom(likely)]);
  const found = early && source === likely ? early : await readFrom(source);
  return { grid: found.grid, series: await seriesOf(clickhouse, query, source, found) };
}

/** The series and slots of a source. */
interface SeriesResult {
  grid: Grid;
  known: ReadonlyMap<bigint, FoundSeries>;
  /** The condition that selects the rows of these series. */
  rows: SqlFragment;
  /** Absent for OpenTelemetry histograms, which have no slots. */
  slots?: Slots | undefined;
}

/**
 * Reads samples in parallel with the series lookup when the series are known or cached. If there are too many series, the request
 * fails and the read is canceled. If the cached guess is incomplete, samples are read again.
 */
async function read(
  clickhouse: ClickHouseReader,
  query: MetricQuery,
  { wanted: named, kind, reading }: Source,
  { rolledUntil, seriesCache }: QueryDeps,
): Promise<SeriesResult> {
  const grid = gridOf({
    start: query.start.getTime(),
    end: query.end.getTime(),
    step: query.step,
    window: query.window,
    reading,
  });
  const wanted = { ...named, from: new Date(grid.base), to: query.end };
  const find = async () => {
    const found = await findSeries(clickhouse, wanted, maxSeries + 1);
    assertFew(found, grid, query);
    seriesCache.keep(wanted, found);
    return found;
  };
  const readSlotsOf = (rows: SqlFragment) =>
    kind === "histogram" ? undefined : readAll(clickhouse, rows, grid, rolledUntil);
  const guess = wanted.matchers.length > 0 || !isOneMetric(wanted) ? seriesCache.recall(wanted) : undefined;
  const early = guess || isOneMetric(wanted) ? rowsOf(wanted, guess) : undefined;
  const [found, slots] = await Promise.all([find(), early && readSlotsOf(early)]);
  const known = new Map(found.map((series) => [series.id, series]));
  if (early && (!guess || isAmong(known, guess))) return { grid, known, rows: early, slots };
  const rows = rowsOf(wanted, found);
  return { grid, known, rows, slots: found.length > 0 ? await readSlotsOf(rows) : undefined };
}

function isAmong(known: ReadonlyMap<bigint, unknown>, guess: readonly SeriesName[]): boolean {
  const guessed = new Set(guess.map(({ id }) => id));
  return [...known.keys()].every((id) => guessed.has(id));
}

async function seriesOf(
  clickhouse: ClickHouseReader,
  query: MetricQuery,
  source: Source,
  { grid, known, rows, slots }: SeriesResult,
): Promise<MetricSeries[]> {
  if (known.size === 0) return [];
  if (slots !== undefined) return seriesOfSlots(query, source, { grid, known, slots });
  return quantiles(known, grid, query.by ?? [], quantileOf(query.agg) ?? 0, async (bucketsOf) => {
    await readHistograms(clickhouse, rows, grid, bucketsOf);
    return "each";
  });
}

/** The series or groups of slots that were read. */
export function seriesOfSlots(
  { metric, agg, by }: MetricQuery,
  source: Source,
  { grid, known, slots }: { grid: Grid; known: ReadonlyMap<bigint, FoundSeries>; slots: Slots },
): Promise<MetricSeries[]> | MetricSeries[] {
  const quantile = quantileOf(agg);
  const lines = linesOf(slots, grid, source);
  if (quantile !== undefined && source.kind === "buckets")
    return quantiles(known, grid, by ?? [], quantile, async (bucketsOf) => {
      for (const [id, line] of lines) addBucket(bucketsOf(id), known.get(id), line);
      return "all below";
    });
  if (staysApart(agg, by)) return apart(lines, known, grid, !isOneMetric({ metric }));
  return together(lines, known, grid, agg ?? "sum", by ?? []);
}

async function readAll(
  clickhouse: ClickHouseReader,
  rows: SqlFragment,
  grid: Grid,
  rolledUntil: QueryDeps["rolledUntil"],
): Promise<Slots> {
  if (grid.hourly)
    return slotsOf(await readRolledSlots(clickhouse, rows, grid, await rolledUntil(new Date(grid.base))));
  const samples = await readSamples(clickhouse, rows, grid, maxSamples + 1);
  return samples.rows <= maxSamples ? gather(samples, grid) : slotsOf(await readSlots(clickhouse, rows, grid));
}

function assertFew(found: readonly FoundSeries[], grid: Grid, { agg, by, limit }: MetricQuery): void {
  if (found.length > maxSeries) fail("VALIDATION_ERROR", `More than ${maxSeries} series match; add matchers.`);
  if (staysApart(agg, by) && found.length > limit)
    fail(
      "VALIDATION_ERROR",
      `${found.length} series match, more than the limit of ${limit}; add matchers, raise limit, or aggregate them with agg.`,
      { details: [{ path: "match", message: "matches too many series" }] },
    );
  if (found.length * grid.points > maxNumbers)
    fail(
      "VALIDATION_ERROR",
      `${found.length} series of ${grid.points} points are too many; use a longer step or fewer series.`,
      { details: [{ path: "step", message: "is too short for this many series" }] },
    );
}
