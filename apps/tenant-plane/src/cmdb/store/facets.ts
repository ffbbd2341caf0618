import { type Db, sql, unnamed } from "@opsplane/runtime";
import { type ItemFilter, matching } from "./item-filter.ts";

interface Count {
  value: string;
  count: number;
}

const most = 50;

/** Each facet is counted without its own filter, so the other choices remain visible. */
export async function countFacets(
  db: Db,
  filter: ItemFilter,
): Promise<Record<"class" | "environment" | "criticality" | "tag", Count[]>> {
  const { class: _class, ...anyClass } = filter;
  const { environment: _environment, ...anyEnvironment } = filter;
  const { criticality: _criticality, ...anyCriticality } = filter;
  const { tag: _tag, ...anyTag } = filter;
  const [ofClass, ofEnvironment, ofCriticality, ofTag] = await Promise.all([
    db.rows<Count>(
      unnamed(sql`
      select item.class as value, count(*) as count from items_of_tenant item where ${matching(anyClass)}
      group by item.class order by count desc, value limit ${most}`),
    ),
    db.rows<Count>(
      unnamed(sql`
      select item.environment as value, count(*) as count from items_of_tenant item where ${matching(anyEnvironment)}
      group by item.environment order by count desc, value limit ${most}`),
    ),
    // Grouped by weight, whose index alone is enough to count all items.
    db.rows<Count>(
      unnamed(sql`
      select (array['low', 'medium', 'high', 'critical'])[item.weight] as value, count(*) as count
      from items_of_tenant item where ${matching(anyCriticality)}
      group by item.weight order by count desc, item.weight desc limit ${most}`),
    ),
    // Many items have equal tag lists, so each distinct list is unnested once.
    db.rows<Count>(
      unnamed(sql`
      select tag.value, sum(alike.count) as count
      from (select item.tags, count(*) as count from items_of_tenant item where ${matching(anyTag)} group by item.tags) alike
      cross join unnest(alike.tags) tag(value)
      group by tag.value order by count desc, tag.value limit ${most}`),
    ),
  ]);
  return { class: ofClass, environment: ofEnvironment, criticality: ofCriticality, tag: ofTag };
}
