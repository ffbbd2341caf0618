import type { Span, TraceSummary } from "@opsplane/contract";
import { bind, type ClickHouseReader, chsql, type SqlFragment } from "@opsplane/runtime";

interface SummaryRow {
  id: string;
  began: string;
  ended: string;
  spans: number;
  errors: number;
  services: string[];
  root: [service: string, operation: string];
  complete: number;
}

/** Summaries of these traces in the given order, from the spans received so far. */
export async function readSummaries(
  clickhouse: ClickHouseReader,
  traceIds: readonly string[],
): Promise<TraceSummary[]> {
  if (traceIds.length === 0) return [];
  const ids = bind.texts(traceIds);
  const rows = await clickhouse.rows<SummaryRow>(chsql`
    ${timesOf(ids)}
    SELECT trace_id AS id, toString(min(toUnixTimestamp64Nano(start))) AS began, toString(max(toUnixTimestamp64Nano(start) + duration)) AS ended,
      count() AS spans, countIf(status = 'error') AS errors, arraySort(groupUniqArray(100)(service)) AS services,
      argMin((service, name), (parent_span_id != '', start, span_id)) AS root, max(parent_span_id = '') AS complete
    FROM spans
    WHERE tenant_id = {tenant:String} AND ${ofTraces(ids)}
    GROUP BY trace_id`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return traceIds.flatMap((id) => byId.get(id) ?? []).map(asSummary);
}

interface SpanRow
  extends Pick<
    Span,
    "span_id" | "name" | "service" | "kind" | "status" | "status_message" | "attributes" | "resource"
  > {
  parent_span_id: string;
  began: string;
  duration: number;
  events: string;
  links: string;
}

/** A trace's spans, oldest first. */
export async function readSpans(clickhouse: ClickHouseReader, traceId: string, limit: number): Promise<Span[]> {
  const ids = bind.texts([traceId]);
  const rows = await clickhouse.rows<SpanRow>(chsql`
    ${timesOf(ids)}
    SELECT span_id, parent_span_id, name, service, kind, status, status_message, toString(toUnixTimestamp64Nano(start)) AS began, duration,
      attributes, resource, events, links
    FROM spans
    WHERE tenant_id = {tenant:String} AND ${ofTraces(ids)}
    ORDER BY start, span_id
    LIMIT ${bind.unsigned(limit)}`);
  return rows.map(asSpan);
}

type Texts = ReturnType<typeof bind.texts>;

/** The time range of these traces from their summaries, so that only those hours of spans are read. */
function timesOf(ids: Texts): SqlFragment {
  return chsql`
    WITH (
      SELECT (min(start), max(finish)) FROM trace_summaries WHERE tenant_id = {tenant:String} AND trace_id IN ${ids}
    ) AS times`;
}

function ofTraces(ids: Texts): SqlFragment {
  return chsql`trace_id IN ${ids} AND start >= times.1 AND start <= times.2`;
}

function asSummary({ id, began, ended, root, complete, ...row }: SummaryRow): TraceSummary {
  return {
    ...row,
    trace_id: id,
    service: root[0],
    operation: root[1],
    start: isoOf(began),
    duration_ms: Number(BigInt(ended) - BigInt(began)) / 1e6,
    complete: complete === 1,
  };
}

interface StoredEvent {
  time: string;
  name: string;
  attributes: Record<string, string>;
}

function asSpan({ began, duration, parent_span_id, events, links, ...row }: SpanRow): Span {
  return {
    ...row,
    parent_span_id: parent_span_id || null,
    start: isoOf(began),
    start_unix_nano: began,
    duration_ms: duration / 1e6,
    events: stored<StoredEvent>(events).map(({ time, ...event }) => ({ ts: isoOf(time), ...event })),
    links: stored<Span["links"][number]>(links),
  };
}

/** Parses a list that ingest stored as JSON; empty text means none. */
function stored<T>(text: string): T[] {
  return text === "" ? [] : JSON.parse(text);
}

function isoOf(nanos: string): string {
  return new Date(Number(BigInt(nanos) / 1_000_000n)).toISOString();
}
