import type { SpanErrorGroup } from "@opsplane/contract";
import { bind, type ClickHouseReader, chsql, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";
import { type SpanQuery, spanConditions } from "./conditions.ts";

/** The newest failed spans that are grouped. */
const maxRead = 100_000;
const trendParts = 24;

interface GroupRow extends Omit<SpanErrorGroup, "count" | "first_seen" | "last_seen"> {
  failures: number;
  /** Unix milliseconds. */
  first: number;
  last: number;
  total: number;
}

/** Failed spans by service, operation and message, the most frequent first. */
export async function readErrors(
  clickhouse: ClickHouseReader,
  query: SpanQuery,
  window: BoundedRange,
  limit: number,
): Promise<{ groups: SpanErrorGroup[]; total: number; sampled: boolean }> {
  const part = bind.unsigned(Math.max(1, Math.ceil((window.to.getTime() - window.from.getTime()) / trendParts)));
  const from = bind.whole(window.from.getTime());
  const rows = await clickhouse.rows<GroupRow>(chsql`
    SELECT service, name AS operation, if(text = '', fallback, ${withoutIds(chsql`text`)}) AS message,
      argMax(if(text = '', fallback, text), began) AS example, count() AS failures, uniqExact(of_trace) AS traces,
      toUnixTimestamp64Milli(min(began)) AS first, toUnixTimestamp64Milli(max(began)) AS last,
      argMax(of_trace, began) AS trace_id, argMax(of_span, began) AS span_id,
      groupArray(intDiv(toUnixTimestamp64Milli(began) - ${from}, ${part})) AS parts,
      arrayMap(each -> countEqual(parts, each), range(${bind.unsigned(trendParts)})) AS trend,
      sum(count()) OVER () AS total
    FROM (
      SELECT service, name, start AS began, trace_id AS of_trace, span_id AS of_span, ${messageOf} AS text, ${fallbackOf} AS fallback
      FROM spans
      WHERE tenant_id = {tenant:String} AND ${inRange(chsql`start`, window)} AND status = 'error' AND ${spanConditions(query)}
      ORDER BY start DESC LIMIT ${bind.unsigned(maxRead)}
    )
    GROUP BY service, operation, message
    ORDER BY failures DESC, last DESC, service, operation, message
    LIMIT ${bind.unsigned(limit)}`);
  const total = rows[0]?.total ?? 0;
  return { groups: rows.map(asGroup), total, sampled: total >= maxRead };
}

function asGroup({ failures, first, last, total: _total, ...row }: GroupRow): SpanErrorGroup {
  const time = (ms: number) => new Date(Number(ms)).toISOString();
  return { ...row, count: failures, first_seen: time(first), last_seen: time(last) };
}

const exception = chsql`arrayFirst(each -> JSONExtractString(each, 'name') = 'exception', JSONExtractArrayRaw(events))`;
const exceptionField = (name: string) => chsql`JSONExtractString(${exception}, 'attributes', ${bind.text(name)})`;

/** The first line of `type: message` of the span's exception, or of its status message. */
const messageOf = firstLine(chsql`if(${exception} != '',
  arrayStringConcat(arrayFilter(each -> each != '', [${exceptionField("exception.type")}, ${exceptionField("exception.message")}]), ': '),
  status_message)`);

/** For spans without a message: the type of the error, or the HTTP status. */
const fallbackOf = chsql`multiIf(
  attributes['error.type'] != '', attributes['error.type'],
  attributes['http.response.status_code'] != '', concat('HTTP status ', attributes['http.response.status_code']),
  attributes['http.status_code'] != '', concat('HTTP status ', attributes['http.status_code']),
  '')`;

function firstLine(text: SqlFragment): SqlFragment {
  return chsql`substringUTF8(splitByChar('\\n', ${text})[1], 1, 500)`;
}

/** What differs between failures of the same kind, in this order, and what replaces it. */
const replaced: readonly [pattern: string, by: string][] = [
  [String.raw`\b[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b`, "<id>"],
  [String.raw`\b0x[0-9a-fA-F]+\b`, "<hex>"],
  [String.raw`\b[0-9a-fA-F]{12,}\b`, "<id>"],
  [String.raw`\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b`, "<ip>"],
  [String.raw`\d+(\.\d+)?`, "<n>"],
];

function withoutIds(text: SqlFragment): SqlFragment {
  return replaced.reduce(
    (written, [pattern, by]) => chsql`replaceRegexpAll(${written}, ${bind.text(pattern)}, ${bind.text(by)})`,
    text,
  );
}
