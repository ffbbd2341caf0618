import { bind, type ClickHouseReader, chsql, every, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";
import { latencies, nanosOfStep, type Quantiles } from "../latency.ts";
import { minuteParts } from "./counted.ts";
import { spansByService } from "./volume.ts";

const subjects = { service: chsql`service`, operation: chsql`name` };

export interface FiguresQuery {
  of: keyof typeof subjects;
  window: BoundedRange;
  /** Only operations of this service. */
  service?: string;
  /** Only names that contain this text. */
  q?: string | undefined;
}

export interface Figures {
  subject: string;
  calls: number;
  rate_per_second: number;
  errors: number;
  error_rate: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
  last_seen: string;
}

/** Beyond these limits, quantiles are computed from latency buckets. */
const most = { hours: 6, spans: 5_000_000 };

/** Rate, errors and latency of each service or operation from its entry spans, busiest first. */
export async function readFigures(clickhouse: ClickHouseReader, query: FiguresQuery): Promise<Figures[]> {
  const seconds = (query.window.to.getTime() - query.window.from.getTime()) / 1000;
  const spans = seconds <= most.hours * 3600 ? await spansIn(clickhouse, query.window) : Number.POSITIVE_INFINITY;
  if (spans === 0) return [];
  const exact = spans <= most.spans;
  const rows = await clickhouse.rows<FigureRow>(exact ? fromSpans(query) : fromSteps(query));
  return rows.map(({ subject, calls, errors, quantiles, seen }) => ({
    subject,
    calls,
    rate_per_second: calls / Math.max(seconds, 1),
    errors,
    error_rate: errors / calls,
    ...latencies(exact ? quantiles : [nanosOfStep(quantiles[0]), nanosOfStep(quantiles[1]), nanosOfStep(quantiles[2])]),
    last_seen: new Date(seen).toISOString(),
  }));
}

async function spansIn(clickhouse: ClickHouseReader, window: BoundedRange): Promise<number> {
  const services = await spansByService(clickhouse, window);
  return services.reduce((sum, { spans }) => sum + spans, 0);
}

interface FigureRow {
  subject: string;
  calls: number;
  errors: number;
  quantiles: Quantiles;
  /** Unix milliseconds. */
  seen: number;
}

function fromSpans(query: FiguresQuery): SqlFragment {
  return chsql`
    SELECT ${subjects[query.of]} AS subject, count() AS calls, countIf(status = 'error') AS errors,
      quantilesExactInclusive(0.5, 0.95, 0.99)(duration) AS quantiles, toUnixTimestamp64Milli(max(start)) AS seen
    FROM spans
    WHERE tenant_id = {tenant:String} AND ${inRange(chsql`start`, query.window)} AND ${entries(query)}
    GROUP BY subject
    ORDER BY calls DESC, subject
    LIMIT 1000`;
}

/** Whole minutes come from the projection `minutes`, partial minutes from spans, so the counts are exact. */
function fromSteps(query: FiguresQuery): SqlFragment {
  const { minutes, ends } = minuteParts(query.window);
  return chsql`
    SELECT subject, sum(n) AS calls, sumIf(n, status = 'error') AS errors,
      quantilesExactWeighted(0.5, 0.95, 0.99)(latency, n) AS quantiles, toUnixTimestamp(max(minute)) * 1000 AS seen
    FROM (${steps(query, minutes)} UNION ALL ${steps(query, ends)})
    GROUP BY subject
    ORDER BY calls DESC, subject
    LIMIT 1000`;
}

function steps(query: FiguresQuery, where: SqlFragment): SqlFragment {
  return chsql`
    SELECT ${subjects[query.of]} AS subject, status, latency, toStartOfMinute(start) AS minute, count() AS n
    FROM spans
    WHERE tenant_id = {tenant:String} AND ${where} AND ${entries(query)}
    GROUP BY subject, status, latency, minute`;
}

function entries({ of, service, q }: FiguresQuery): SqlFragment {
  return every([
    chsql`entry = 1`,
    service !== undefined && chsql`service = ${bind.text(service)}`,
    q !== undefined && q !== "" && chsql`positionCaseInsensitiveUTF8(${subjects[of]}, ${bind.text(q)}) > 0`,
  ]);
}
