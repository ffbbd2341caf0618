import type { Aggregation, MetricSeries, OverTime } from "@opsplane/contract";
import { fail, invalid, type NativeResult, type Piece, type TenantTelemetry } from "@opsplane/runtime";
import { addBucket, apart, quantiles, staysApart, together } from "./answer-series.ts";
import { linesOf } from "./evaluate.ts";
import { type Grid, gridOf } from "./grid.ts";
import { quantileOf } from "./groups.ts";
import { readHistograms } from "./histograms.ts";
import type { Matcher } from "./matchers.ts";
import { type FoundSeries, findSeries, readRolledSlots, readSlots, rowsOf, type Wanted } from "./slots-store.ts";
import { asWanted, type Source, sourceOf } from "./source.ts";

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

/** Series that one query may bring together. */
const mostSeries = 50_000;
/** Numbers that one query may have in memory. */
const mostNumbers = 20_000_000;

export interface Answer {
  grid: Grid;
  series: MetricSeries[];
}

/** Points of series, or of groups of them. `rolledUntil`: up to where long ranges can be read from what is rolled up. */
export async function answer(
  telemetry: TenantTelemetry,
  query: MetricQuery,
  rolledUntil: () => Promise<Date>,
): Promise<Answer> {
  const { agg, by } = query;
  if (by !== undefined && (agg === undefined || agg === "last"))
    invalid("by", "needs an agg that says how series of a group become one, such as agg=sum");
  const gridFor = ({ reading }: Pick<Source, "reading">) =>
    gridOf({
      start: query.start.getTime(),
      end: query.end.getTime(),
      step: query.step,
      window: query.window,
      reading,
    });
  const within = (wanted: Wanted, grid: Grid): Wanted => ({ ...wanted, from: new Date(grid.base), to: query.end });
  const search = (wanted: Wanted, grid: Grid) => findSeries(telemetry, within(wanted, grid), mostSeries + 1);
  // Whether a rate is one of deltas is looked up while its series are looked for; if so, its window is the shorter one.
  const [source, early] = await Promise.all([
    sourceOf(telemetry, query),
    agg === "rate" || agg === "increase" ? search(asWanted(query), gridFor({ reading: agg })) : undefined,
  ]);
  const grid = gridFor(source);
  const found = early ?? (await search(source.wanted, grid));
  expectFew(found, grid, query);
  if (found.length === 0) return { grid, series: [] };
  const rows = rowsOf(within(source.wanted, grid), found);
  const known = new Map(found.map((series) => [series.id, series]));
  return { grid, series: await seriesOf(telemetry, query, source, grid, rows, known, rolledUntil) };
}

async function seriesOf(
  telemetry: TenantTelemetry,
  { metric, agg, by }: MetricQuery,
  source: Source,
  grid: Grid,
  rows: Piece,
  known: ReadonlyMap<bigint, FoundSeries>,
  rolledUntil: () => Promise<Date>,
): Promise<MetricSeries[]> {
  const quantile = quantileOf(agg);
  if (quantile !== undefined && source.kind === "histogram")
    return quantiles(known, grid, by ?? [], quantile, async (bucketsOf) => {
      await readHistograms(telemetry, rows, grid, bucketsOf);
      return "each";
    });
  const lines = linesOf(await readAll(telemetry, rows, grid, rolledUntil), grid, source);
  if (quantile !== undefined && source.kind === "buckets")
    return quantiles(known, grid, by ?? [], quantile, async (bucketsOf) => {
      for (const [id, line] of lines) addBucket(bucketsOf(id), known.get(id), line);
      return "all below";
    });
  if (staysApart(agg, by)) return apart(lines, known, grid, metric.includes("*"));
  return together(lines, known, grid, agg ?? "sum", by ?? []);
}

async function readAll(
  telemetry: TenantTelemetry,
  rows: Piece,
  grid: Grid,
  rolledUntil: () => Promise<Date>,
): Promise<NativeResult> {
  if (!grid.hourly) return readSlots(telemetry, rows, grid);
  return readRolledSlots(telemetry, rows, grid, await rolledUntil());
}

function expectFew(found: readonly FoundSeries[], grid: Grid, { agg, by, limit }: MetricQuery): void {
  if (found.length > mostSeries) fail("VALIDATION_ERROR", `More than ${mostSeries} series match; add matchers.`);
  if (staysApart(agg, by) && found.length > limit)
    fail(
      "VALIDATION_ERROR",
      `${found.length} series match, more than the limit of ${limit}; add matchers, raise limit, or bring them together with agg.`,
      { details: [{ path: "match", message: "matches too many series" }] },
    );
  if (found.length * grid.points > mostNumbers)
    fail(
      "VALIDATION_ERROR",
      `${found.length} series of ${grid.points} points are too many; take a longer step or fewer series.`,
      { details: [{ path: "step", message: "is too short for so many series" }] },
    );
}
