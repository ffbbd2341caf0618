import { all, type Sql, sql } from "@opsplane/runtime";
import { searchWords } from "../../records/search.ts";

export interface ItemFilter {
  class?: readonly string[];
  environment?: readonly string[];
  criticality?: readonly string[];
  /** All of them. */
  tag?: readonly string[];
  owner?: WantedOwner;
  /** `key=value`, or a key that must exist. */
  attribute?: string;
  ids?: readonly string[];
  q?: string;
}

/** No owner, one user or group, or a person with their groups. */
export type WantedOwner = { who: "none" } | { who: "one"; id: string } | { who: "person"; userId: string };

/** The condition for an `item` of `items_of_tenant`, where an index serves words and tags. */
export function matching(filter: ItemFilter): Sql {
  return all([
    filter.class && sql`item.class = any (${filter.class})`,
    filter.environment && sql`item.environment = any (${filter.environment})`,
    filter.criticality && sql`item.criticality = any (${filter.criticality})`,
    filter.tag && sql`item.tags @> ${filter.tag}::text[]`,
    filter.owner && ownedBy(filter.owner),
    filter.attribute !== undefined && having(filter.attribute),
    filter.ids && sql`item.id = any (${filter.ids}::uuid[])`,
    filter.q !== undefined && saying(filter.q),
  ]);
}

function ownedBy(owner: WantedOwner): Sql {
  switch (owner.who) {
    case "none":
      return sql`item.owner_user_id is null and item.owner_group_id is null`;
    case "one":
      return sql`(item.owner_user_id = ${owner.id} or item.owner_group_id = ${owner.id})`;
    case "person":
      return sql`(item.owner_user_id = ${owner.userId}
        or item.owner_group_id = any (array(select group_id from group_members where user_id = ${owner.userId})))`;
  }
}

function having(attribute: string): Sql {
  const end = attribute.indexOf("=");
  if (end === -1) return sql`item.attributes ? ${attribute}::text`;
  return sql`item.attributes ->> ${attribute.slice(0, end)}::text = ${attribute.slice(end + 1)}`;
}

export function saying(typed: string): Sql {
  const words = searchWords(typed);
  return words === undefined ? sql`false` : sql`item.search @@ to_tsquery('simple', ${words})`;
}
