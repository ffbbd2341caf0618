import { bind, type ClickHouseReader, chsql, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";
import { type ComparedValue, type GroupSizes, minSupport } from "../differences.ts";

/** The spans of each group whose attributes are read. */
const maxRead = 10_000;

export interface Comparison {
  window: BoundedRange;
  /** The condition of both groups together. */
  baseline: SqlFragment;
  selected: SqlFragment;
}

export async function countGroups(clickhouse: ClickHouseReader, comparison: Comparison): Promise<GroupSizes> {
  const counts = await clickhouse.first<{ chosen: number; others: number }>(chsql`
    SELECT countIf(${comparison.selected}) AS chosen, countIf(NOT (${comparison.selected})) AS others
    FROM spans
    WHERE tenant_id = {tenant:String} AND ${inBaseline(comparison)}`);
  return { selected: counts?.chosen ?? 0, rest: counts?.others ?? 0 };
}

/**
 * How often each value of a service, operation, status, kind or attribute occurs in samples of both groups. A hash decides which spans
 * are read, so that a sample covers the whole window.
 */
export async function compareValues(
  clickhouse: ClickHouseReader,
  comparison: Comparison,
  sizes: GroupSizes,
): Promise<{ read: GroupSizes; values: ComparedValue[] }> {
  if (sizes.selected + sizes.rest === 0) return { read: sizes, values: [] };
  const one = (spans: number) => bind.unsigned(Math.max(1, Math.ceil(spans / maxRead)));
  const supported = minSupport(Math.min(sizes.selected, maxRead));
  const rows = await clickhouse.rows<ComparedValue & { selected: number; rest: number }>(chsql`
    SELECT * FROM (
      SELECT pair.1 AS source, pair.2 AS name, pair.3 AS value, countIf(chosen) AS selected, countIf(NOT chosen) AS rest,
        sum(selected + rest) OVER (PARTITION BY source, name) AS having, count() OVER (PARTITION BY source, name) AS different
      FROM (
        SELECT chosen, arrayJoin(arrayConcat(
          [('span', '', 'all'), ('span', 'service', CAST(service, 'String')), ('span', 'operation', CAST(name, 'String')),
            ('span', 'status', CAST(status, 'String')), ('span', 'kind', CAST(kind, 'String'))],
          arrayMap(each -> ('attribute', each.1, each.2), CAST(mapUpdate(resource, attributes), 'Array(Tuple(String, String))'))
        )) AS pair
        FROM (
          SELECT ${comparison.selected} AS chosen, service, name, status, kind, attributes, resource FROM spans
          WHERE tenant_id = {tenant:String} AND ${inBaseline(comparison)}
            AND cityHash64(trace_id, span_id) % if(${comparison.selected}, ${one(sizes.selected)}, ${one(sizes.rest)}) = 0
          LIMIT ${bind.unsigned(2.5 * maxRead)}
        )
      )
      WHERE length(value) BETWEEN 1 AND 300
      GROUP BY source, name, value
    )
    WHERE selected >= ${bind.unsigned(Math.floor(supported / 2))} AND selected > 0 OR name = ''
    ORDER BY selected DESC
    LIMIT 20000`);
  const all = rows.find(({ name }) => name === "");
  return {
    read: { selected: all?.selected ?? 0, rest: all?.rest ?? 0 },
    values: rows.filter(({ name }) => name !== ""),
  };
}

function inBaseline({ window, baseline }: Comparison): SqlFragment {
  return chsql`${inRange(chsql`start`, window)} AND ${baseline}`;
}
