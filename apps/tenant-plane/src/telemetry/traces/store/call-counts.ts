import { bind, type ClickHouseReader, chsql, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";
import { likePattern, nanosOf } from "./conditions.ts";

/** The calls of a service, or of those operations whose name matches; `*` matches any characters. */
export interface CallSubject {
  service: string;
  operation: string | undefined;
}

/** Good and all events of a subject in the step that begins at `at`. `subject` is its place in the list. */
export interface EventCount {
  subject: number;
  /** Unix milliseconds. */
  at: number;
  good: number;
  total: number;
}

/** Calls and those that did not fail, of many subjects by one statement. Bounds are whole minutes, which the projection `minutes` answers. */
export async function countGoodCalls(
  clickhouse: ClickHouseReader,
  subjects: readonly CallSubject[],
  { from, to }: BoundedRange,
  stepSeconds: number,
): Promise<EventCount[]> {
  const rows = await clickhouse.rows<CountRow>(chsql`
    SELECT ${subjectsOf(subjects)} AS subject, intDiv(toUnixTimestamp(minute), ${bind.unsigned(stepSeconds)}) AS step,
      sum(n) AS total, sumIf(n, status != 'error') AS good
    FROM (
      SELECT service, name, status, toStartOfMinute(start) AS minute, count() AS n
      FROM spans
      WHERE tenant_id = {tenant:String} AND toStartOfMinute(start) >= ${bind.instant(from)} AND toStartOfMinute(start) < ${bind.instant(to)}
        AND entry = 1 AND service IN ${bind.texts(servicesOf(subjects))}
      GROUP BY service, name, status, minute
    )
    GROUP BY subject, step`);
  return rows.map((row) => countOf(row, stepSeconds));
}

/** Calls and those that took at most a time. Durations are compared exactly, so the spans themselves are read. */
export async function countFastCalls(
  clickhouse: ClickHouseReader,
  subjects: readonly (CallSubject & { maxMs: number })[],
  range: BoundedRange,
  stepSeconds: number,
): Promise<EventCount[]> {
  const limits = [...new Set(subjects.map(({ maxMs }) => nanosOf(maxMs)))];
  const limitOf = subjects.map(({ maxMs }) => limits.indexOf(nanosOf(maxMs)) + 1);
  const rows = await clickhouse.rows<CountRow>(chsql`
    SELECT ${subjectsOf(subjects)} AS subject, step, sum(n) AS total,
      sum(arrayElement(fast, arrayElement(${bind.unsigneds(limitOf)}, subject))) AS good
    FROM (
      SELECT service, name, intDiv(toUnixTimestamp(start), ${bind.unsigned(stepSeconds)}) AS step, count() AS n,
        sumForEach(arrayMap(most -> toUInt64(duration <= most), ${bind.unsigneds(limits)})) AS fast
      FROM spans
      WHERE tenant_id = {tenant:String} AND ${inRange(chsql`start`, range)} AND entry = 1 AND service IN ${bind.texts(servicesOf(subjects))}
      GROUP BY service, name, step
    )
    GROUP BY subject, step`);
  return rows.map((row) => countOf(row, stepSeconds));
}

interface CountRow {
  /** From 1. */
  subject: number;
  step: number;
  good: number;
  total: number;
}

function countOf({ subject, step, good, total }: CountRow, stepSeconds: number): EventCount {
  return {
    subject: Number(subject) - 1,
    at: Number(step) * stepSeconds * 1000,
    good: Number(good),
    total: Number(total),
  };
}

const servicesOf = (subjects: readonly CallSubject[]) => [...new Set(subjects.map(({ service }) => service))];

/** One row for each subject that a call belongs to. */
function subjectsOf(subjects: readonly CallSubject[]): SqlFragment {
  const services = bind.texts(subjects.map(({ service }) => service));
  const patterns = bind.texts(subjects.map(({ operation }) => likePattern(operation ?? "*")));
  return chsql`arrayJoin(arrayFilter(
    place -> arrayElement(${services}, place) = service AND toString(name) LIKE arrayElement(${patterns}, place),
    arrayEnumerate(${services})))`;
}
