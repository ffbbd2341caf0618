import { bind, type ClickHouseReader, chsql, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";
import { inSample } from "../../traces/store/map.ts";
import { host } from "../query/fields.ts";

export interface SampledLine {
  /** Unix milliseconds. */
  at: number;
  /** The service or host that the line is about. */
  owner: string;
  trace: string;
  span: string;
  /** The level and the beginning of the message. */
  text: string;
}

export interface LineQuery {
  range: BoundedRange;
  services: readonly string[];
  /** Lines of other programs on these hosts count as the host's, such as those of its kernel. */
  hosts: readonly string[];
  /** One in this many traces has its spans in the sample; only lines of these are of use. */
  sampledTraces: number;
  /** One in this many problem lines is read. */
  sampledProblems: number;
  limit: number;
}

const problems = chsql`level IN ('warn', 'error', 'fatal')`;

/** Lines that report problems, and all lines of sampled traces. Of programs on hosts only lines that report problems. */
export async function readLineSample(clickhouse: ClickHouseReader, query: LineQuery): Promise<SampledLine[]> {
  const { range, services, hosts, sampledTraces, sampledProblems, limit } = query;
  if (services.length === 0) return [];
  const inWindow = chsql`tenant_id = {tenant:String} AND ${inRange(chsql`ts`, range)}`;
  const own = chsql`service IN ${bind.texts(services)}`;
  const loud = chsql`${problems} AND ${oneIn(sampledProblems)}`;
  const service = chsql`service`;
  const parts = await Promise.all([
    read(clickhouse, service, limit, chsql`${inWindow} AND ${own} AND ${loud}`),
    read(
      clickhouse,
      service,
      limit,
      chsql`${inWindow} AND ${own} AND NOT ${problems} AND trace_id != '' AND ${inSample(sampledTraces)}`,
    ),
    ...(hosts.length > 0
      ? [
          read(
            clickhouse,
            host,
            limit,
            chsql`${inWindow} AND NOT ${own} AND ${loud} AND ${host} IN ${bind.texts(hosts)}`,
          ),
        ]
      : []),
  ]);
  return parts.flat();
}

/** The number of lines that report problems, from the projection `minutes`. */
export async function countProblems(
  clickhouse: ClickHouseReader,
  { from, to }: BoundedRange,
  services: readonly string[],
): Promise<number> {
  if (services.length === 0) return 0;
  const first = new Date(Math.floor(from.getTime() / 60_000) * 60_000);
  const found = await clickhouse.first<{ lines: number }>(chsql`
    SELECT count() AS lines FROM log_records
    WHERE tenant_id = {tenant:String} AND toStartOfMinute(ts) >= ${bind.instant(first)} AND toStartOfMinute(ts) < ${bind.instant(to)}
      AND service IN ${bind.texts(services)} AND ${problems}`);
  return found?.lines ?? 0;
}

function oneIn(sampled: number): SqlFragment {
  return sampled === 1 ? chsql`1` : chsql`cityHash64(ts, row) % ${bind.unsigned(sampled)} = 0`;
}

function read(
  clickhouse: ClickHouseReader,
  owner: SqlFragment,
  limit: number,
  where: SqlFragment,
): Promise<SampledLine[]> {
  return clickhouse.rows(chsql`
    SELECT toUnixTimestamp64Micro(ts) / 1000 AS at, ${owner} AS owner, trace_id AS trace, span_id AS span,
      concat(level, ' ', substringUTF8(message, 1, 400)) AS text
    FROM log_records WHERE ${where} LIMIT ${bind.whole(limit)}`);
}
