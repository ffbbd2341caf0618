import { bind, type ClickHouseReader, chsql, every, listed, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";
import { asksForContent, type LogFilter, matching } from "../filter.ts";
import { fieldValue } from "../query/index.ts";
import { byService, type Count, countedByMinutes, countedOneByOne } from "./counts.ts";

interface Value {
  value: string;
  count: number;
}
interface Facet {
  field: string;
  values: Value[];
}

/** Attribute values are counted among this many of the newest records. */
const maxLookedAt = 20_000;
const maxSuggested = 8;

export async function readFacets(
  clickhouse: ClickHouseReader,
  filter: LogFilter,
  window: BoundedRange,
  { fields, limit }: { fields: readonly string[] | undefined; limit: number },
): Promise<{ facets: Facet[]; sampled: boolean }> {
  const wanted = fields && [...new Set(fields)];
  const others = wanted?.filter((field) => field !== "service" && field !== "level");
  const [counts, attributes] = await Promise.all([
    clickhouse.rows<Count>(groupsCounted(filter, window)),
    others?.length === 0 ? [] : clickhouse.rows<ValueRow>(valuesCounted(filter, window, others, limit)),
  ]);
  const groups = facetsOf(counts, filter, limit);
  const found = new Map(valuesByField(attributes));
  const names = wanted ?? ["service", "level", ...suggested(attributes)];
  return {
    facets: names.map((field) => ({ field, values: groups.get(field) ?? found.get(field) ?? [] })),
    sampled: attributes.length > 0 && groups.total > maxLookedAt,
  };
}

/** Services and levels are counted without their own filter, so the other choices remain visible. */
function groupsCounted(filter: LogFilter, window: BoundedRange): SqlFragment {
  if (!asksForContent(filter)) return countedByMinutes(byService, window, every([]));
  const { service: _service, level: _level, ...content } = filter;
  return countedOneByOne(byService, window, matching(content));
}

function facetsOf(counts: readonly Count[], { service, level }: LogFilter, limit: number) {
  const services = new Map<string, number>();
  const levels = new Map<string, number>();
  let total = 0;
  for (const { key, level: name, records } of counts) {
    const isOfLevel = level === undefined || level.some((wanted) => wanted === name);
    const isOfService = service === undefined || service.includes(key);
    if (isOfLevel) services.set(key, (services.get(key) ?? 0) + records);
    if (isOfService) levels.set(name, (levels.get(name) ?? 0) + records);
    if (isOfLevel && isOfService) total += records;
  }
  const facets = new Map([
    ["service", frequentValues(services, limit)],
    ["level", frequentValues(levels, limit)],
  ]);
  return { total, get: (field: string) => facets.get(field) };
}

function frequentValues(counts: ReadonlyMap<string, number>, limit: number): Value[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || one.value.localeCompare(other.value))
    .slice(0, limit);
}

interface ValueRow {
  name: string;
  value: string;
  records: number;
  /** The number of records with the field, and the number of distinct values. */
  having: number;
  different: number;
}

/** The most frequent values of these fields among the newest records. Without fields, of every attribute. */
function valuesCounted(
  filter: LogFilter,
  window: BoundedRange,
  fields: readonly string[] | undefined,
  limit: number,
): SqlFragment {
  const pairs =
    fields === undefined
      ? chsql`CAST(mapUpdate(resource, attributes), 'Array(Tuple(String, String))')`
      : chsql`[${listed(fields.map((field) => chsql`(${bind.text(field)}, ${fieldValue(field)})`))}]`;
  return chsql`
    SELECT pair.1 AS name, pair.2 AS value, count() AS records, sum(records) OVER (PARTITION BY name) AS having,
      count() OVER (PARTITION BY name) AS different
    FROM (
      SELECT arrayJoin(${pairs}) AS pair FROM (
        SELECT message, trace_id, span_id, attributes, resource FROM log_records
        WHERE tenant_id = {tenant:String} AND ${inRange(chsql`ts`, window)} AND ${matching(filter)}
        ORDER BY ts DESC LIMIT ${bind.unsigned(maxLookedAt)}
      )
    )
    WHERE value != '' GROUP BY name, value ORDER BY records DESC, value LIMIT ${bind.unsigned(limit)} BY name LIMIT 20000`;
}

function valuesByField(rows: readonly ValueRow[]): Map<string, Value[]> {
  const fields = new Map<string, Value[]>();
  for (const { name, value, records } of rows)
    fields.set(name, [...(fields.get(name) ?? []), { value, count: records }]);
  return fields;
}

/** Fields that most records have, excluding fields with one value and nearly unique fields such as request ids. */
export function suggested(rows: readonly ValueRow[]): string[] {
  const names = new Map(rows.map((row) => [row.name, row]));
  return [...names.values()]
    .filter(
      ({ having, different }) => different > 1 && different < having && (different <= 20 || different <= having / 2),
    )
    .sort((one, other) => other.having - one.having || one.name.localeCompare(other.name))
    .slice(0, maxSuggested)
    .map(({ name }) => name);
}
