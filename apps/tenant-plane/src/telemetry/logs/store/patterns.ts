import { maxTextLength, normalizations } from "@opsplane/rca";
import { bind, type ClickHouseReader, chsql, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";
import { asksForContent, type LogFilter, matching, ofGroups } from "../filter.ts";
import { byService, type Count, countedByMinutes, countedOneByOne } from "./counts.ts";

/** Lines that are the same once numbers are replaced. Arrays of two are keys and counts. */
export interface LineGroup {
  form: string;
  lines: number;
  bars: [number[], number[]];
  levels: [string[], number[]];
  services: [string[], number[]];
  first_ms: number;
  last_ms: number;
  example: string;
  /** The lines of all groups, returned or not. */
  all_lines: number;
}

export const maxGroups = 10_000;
const maxExample = 2_000;

/** The number of matching lines. */
export async function countLines(
  clickhouse: ClickHouseReader,
  filter: LogFilter,
  range: BoundedRange,
): Promise<number> {
  const counted = asksForContent(filter)
    ? countedOneByOne(byService, range, matching(filter))
    : countedByMinutes(byService, range, ofGroups(filter));
  const counts = await clickhouse.rows<Count>(counted);
  return counts.reduce((sum, { records }) => sum + records, 0);
}

/** Reads one of `oneOf` lines, and groups them. */
export function readLineGroups(
  clickhouse: ClickHouseReader,
  filter: LogFilter,
  range: BoundedRange,
  { step, oneOf }: { step: number; oneOf: number },
): Promise<LineGroup[]> {
  return clickhouse.rows<LineGroup>(chsql`
    SELECT form, count() AS lines, sum(lines) OVER () AS all_lines,
      sumMap([intDiv(toUnixTimestamp64Second(ts), ${bind.unsigned(step)})], [toUInt64(1)]) AS bars,
      sumMap([toString(level)], [toUInt64(1)]) AS levels, sumMap([toString(service)], [toUInt64(1)]) AS services,
      toUnixTimestamp64Milli(min(ts)) AS first_ms, toUnixTimestamp64Milli(max(ts)) AS last_ms,
      substringUTF8(argMin(message, ts), 1, ${bind.unsigned(maxExample)}) AS example
    FROM (
      SELECT ts, level, service, message, ${normalized} AS form FROM log_records
      ${sampled(range, oneOf)}
      WHERE tenant_id = {tenant:String} AND ${inRange(chsql`ts`, range)} AND ${matching(filter)}
    )
    GROUP BY form ORDER BY lines DESC, form LIMIT ${bind.unsigned(maxGroups)}`);
}

const withoutIndent = chsql`replaceRegexpOne(message, ${bind.text("^\\s+")}, '')`;
const leadingLine = chsql`if(startsWith(${withoutIndent}, '{'), ${withoutIndent}, extract(${withoutIndent}, ${bind.text("^[^\\r\\n]*")}))`;

/** What the template miner does first, so that it gets few lines. */
const normalized = normalizations.reduce<SqlFragment>(
  (line, { pattern, replacement }) =>
    chsql`replaceRegexpAll(${line}, ${bind.text(pattern)}, ${bind.text(replacement)})`,
  chsql`substringUTF8(${leadingLine}, 1, ${bind.unsigned(maxTextLength)})`,
);

const slices = 400;

/**
 * An equal part of each of many slices of the range. Rows are sorted by time, so that messages between the parts are not read. The parts
 * begin at different places of their slices, because many programs log at the full minute.
 */
function sampled({ from, to }: BoundedRange, oneOf: number): SqlFragment {
  if (oneOf <= 1) return chsql``;
  const slice = Math.max(1, Math.ceil(((to.getTime() - from.getTime()) * 1_000) / slices));
  const part = Math.max(1, Math.floor(slice / oneOf));
  const since = chsql`toUInt64(toUnixTimestamp64Micro(ts) - ${bind.whole(from.getTime() * 1_000)})`;
  const start = chsql`(intHash64(intDiv(${since}, ${bind.unsigned(slice)})) % ${bind.unsigned(slice - part + 1)})`;
  const inSlice = chsql`(${since} % ${bind.unsigned(slice)})`;
  const inPart = chsql`${inSlice} >= ${start} AND ${inSlice} < ${start} + ${bind.unsigned(part)}`;
  return chsql`PREWHERE ${inRange(chsql`ts`, { from, to })} AND ${inPart}`;
}
