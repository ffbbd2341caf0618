import type { SpanFacet } from "@opsplane/contract";
import { bind, type ClickHouseReader, chsql, every } from "@opsplane/runtime";
import { suggested } from "../../logs/store/facets.ts";
import { type BoundedRange, inRange } from "../../time-range.ts";
import {
  needsSpans,
  ofOperation,
  ofService,
  ofStatus,
  otherConditions,
  type SpanQuery,
  spanConditions,
} from "./conditions.ts";
import { countedByMinutes, countedOneByOne } from "./counted.ts";

/** Kinds and attributes are counted among this many of the newest spans. */
const maxLookedAt = 20_000;

interface ValueRow {
  name: string;
  value: string;
  records: number;
}

export async function readFacets(
  clickhouse: ClickHouseReader,
  query: SpanQuery,
  window: BoundedRange,
  limit: number,
): Promise<{ facets: SpanFacet[]; total: number; sampled: boolean }> {
  const [exact, others] = await Promise.all([
    readGroups(clickhouse, query, window, limit),
    readAttributes(clickhouse, query, window, limit),
  ]);
  const total = exact.find(({ name }) => name === "")?.records ?? 0;
  const attributes = others.filter(({ source }) => source === "attribute");
  const kinds = others.filter(({ source }) => source === "span");
  return {
    facets: [
      ...["service", "operation", "status"].map((name) => facetOf("span", name, exact)),
      facetOf("span", "kind", kinds),
      ...suggested(attributes).map((name) => facetOf("attribute", name, attributes)),
    ],
    total,
    sampled: total > maxLookedAt,
  };
}

function facetOf(source: SpanFacet["source"], name: string, rows: readonly ValueRow[]): SpanFacet {
  const own = rows.filter((row) => row.name === name);
  return { source, name, values: own.map(({ value, records }) => ({ value, count: records })) };
}

/** Services, operations and statuses, each counted without its own filter. The nameless row has the number of matching spans. */
function readGroups(clickhouse: ClickHouseReader, query: SpanQuery, window: BoundedRange, limit: number) {
  const keys = chsql`service, name, status`;
  const count = needsSpans(query) ? countedOneByOne : countedByMinutes;
  const [service, operation, status] = [ofService(query), ofOperation(query), ofStatus(query)];
  return clickhouse.rows<ValueRow>(chsql`
    SELECT facet.1 AS name, facet.2 AS value, sum(part) AS records
    FROM (
      SELECT part, arrayJoin([
        ('service', service, ${every([operation, status])}),
        ('operation', name, ${every([service, status])}),
        ('status', status, ${every([service, operation])}),
        ('', '', ${every([service, operation, status])})
      ]) AS facet
      FROM (${count(keys, window, otherConditions(query))})
    )
    WHERE facet.3
    GROUP BY name, value
    ORDER BY records DESC, value
    LIMIT ${bind.unsigned(limit)} BY name`);
}

interface AttributeRow extends ValueRow {
  source: SpanFacet["source"];
  having: number;
  different: number;
}

/** The most frequent values of kinds and attributes among the newest spans. */
function readAttributes(clickhouse: ClickHouseReader, query: SpanQuery, window: BoundedRange, limit: number) {
  return clickhouse.rows<AttributeRow>(chsql`
    SELECT pair.1 AS source, pair.2 AS name, pair.3 AS value, count() AS records,
      sum(records) OVER (PARTITION BY source, name) AS having, count() OVER (PARTITION BY source, name) AS different
    FROM (
      SELECT arrayJoin(arrayConcat(
        [('span', 'kind', CAST(kind, 'String'))],
        arrayMap(each -> ('attribute', each.1, each.2), CAST(mapUpdate(resource, attributes), 'Array(Tuple(String, String))'))
      )) AS pair
      FROM (
        SELECT kind, attributes, resource FROM spans
        WHERE tenant_id = {tenant:String} AND ${inRange(chsql`start`, window)} AND ${spanConditions(query)}
        ORDER BY start DESC LIMIT ${bind.unsigned(maxLookedAt)}
      )
    )
    WHERE length(value) BETWEEN 1 AND 300
    GROUP BY source, name, value
    ORDER BY records DESC, value
    LIMIT ${bind.unsigned(limit)} BY source, name
    LIMIT 20000`);
}
