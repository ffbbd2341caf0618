import { type ConfigItem, type itemSorts, listedText, type Page } from "@opsplane/contract";
import { type Db, newId, readPage, type Sql, sql, unnamed } from "@opsplane/runtime";
import { search } from "../../records/searching.ts";
import { activityColumns } from "./activity.ts";
import { type ItemFilter, matching, saying } from "./item-filter.ts";

const shortColumns = sql`
  item.id, item.name, item.class, item.environment, item.attributes, item.criticality, item.tags, item.source, item.external_id,
  item.created_by, item.version, item.created_at, item.updated_at,
  case when person.id is not null then json_build_object('type', 'user', 'id', person.id, 'name', person.name)
       when team.id is not null then json_build_object('type', 'group', 'id', team.id, 'name', team.name) end as owner,
  ${activityColumns}`;

const columns = sql`${shortColumns}, item.description`;

const listedColumns = sql`${shortColumns}, left(item.description, ${listedText}) as description`;

const withOwner = sql`
  left join users person on person.tenant_id = item.tenant_id and person.id = item.owner_user_id
  left join groups team on team.tenant_id = item.tenant_id and team.id = item.owner_group_id`;

export interface ItemFacts {
  name: string;
  class: string;
  environment: string;
  description: string;
  attributes: Record<string, unknown>;
  owner: { type: "user" | "group"; id: string } | null;
  criticality: string;
  tags: readonly string[];
  source: string;
  /** The item's key in the source. */
  external_id: string | null;
}

/** Returns undefined when the source already has an item with this key. */
export function insertItem(db: Db, facts: ItemFacts, createdBy: string): Promise<ConfigItem | undefined> {
  return db.first(sql`
    with item as (
      insert into config_items (id, name, class, environment, description, attributes, owner_user_id, owner_group_id, criticality, tags,
                                source, external_id, created_by)
      values (${newId()}, ${facts.name}, ${facts.class}, ${facts.environment}, ${facts.description}, ${JSON.stringify(facts.attributes)}::jsonb,
              ${ownerId(facts, "user")}, ${ownerId(facts, "group")}, ${facts.criticality}, ${facts.tags}, ${facts.source}, ${facts.external_id}, ${createdBy})
      on conflict (tenant_id, source, external_id) where external_id is not null do nothing
      returning *
    )
    select ${columns} from item ${withOwner}`);
}

export function getItem(db: Db, id: string): Promise<ConfigItem | undefined> {
  return db.first(sql`select ${columns} from config_items item ${withOwner} where item.id = ${id}`);
}

export function lockItem(db: Db, id: string): Promise<ConfigItem | undefined> {
  return db.first(sql`select ${columns} from config_items item ${withOwner} where item.id = ${id} for update of item`);
}

export function lockExternalItem(db: Db, source: string, externalId: string): Promise<ConfigItem | undefined> {
  return db.first(sql`
    select ${columns} from config_items item ${withOwner}
    where item.source = ${source} and item.external_id = ${externalId} for update of item`);
}

export function updateItem(db: Db, id: string, facts: ItemFacts): Promise<ConfigItem | undefined> {
  return db.first(sql`
    with item as (
      update config_items set name = ${facts.name}, class = ${facts.class}, environment = ${facts.environment},
        description = ${facts.description}, attributes = ${JSON.stringify(facts.attributes)}::jsonb,
        owner_user_id = ${ownerId(facts, "user")}, owner_group_id = ${ownerId(facts, "group")}, criticality = ${facts.criticality},
        tags = ${facts.tags}, source = ${facts.source}, version = version + 1, updated_at = app_now()
      where id = ${id} returning *
    )
    select ${columns} from item ${withOwner}`);
}

function ownerId({ owner }: ItemFacts, type: "user" | "group"): string | null {
  return owner?.type === type ? owner.id : null;
}

/** Also deletes its relations. */
export async function deleteItem(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from config_items where id = ${id}`);
}

export interface ItemList extends ItemFilter {
  sort: (typeof itemSorts)[number];
  limit: number;
  offset: number;
}

// The id breaks ties, so pages neither repeat nor skip a row.
const orders: Record<ItemList["sort"], Sql> = {
  name: sql`lower(item.name), item.id`,
  "-name": sql`lower(item.name) desc, item.id desc`,
  "-updated_at": sql`item.updated_at desc, item.id desc`,
  updated_at: sql`item.updated_at, item.id`,
  "-created_at": sql`item.created_at desc, item.id desc`,
  created_at: sql`item.created_at, item.id`,
  criticality: sql`item.weight desc, lower(item.name), item.id`,
};

const keys = sql`item.id, item.name, item.weight, item.updated_at, item.created_at`;

/** Selects the page first, because otherwise activity would be counted for skipped items too. */
export async function listItems(db: Db, { sort, limit, offset, q, ...filter }: ItemList): Promise<Page<ConfigItem>> {
  const where = matching(filter);
  const order = orders[sort];
  const rows = (ids: Sql) =>
    sql`select ${listedColumns} from config_items item ${withOwner} where item.id = any (${ids}) order by ${order}`;
  if (q !== undefined) {
    const wanted = { table: sql`items_of_tenant`, alias: sql`item`, keys, filter: where, matches: saying(q) };
    const { ids, ...total } = await search(db, { ...wanted, order: { forward: order }, limit, offset });
    return { items: await db.rows(unnamed(rows(sql`${ids}::uuid[]`))), ...total };
  }
  const from = sql`items_of_tenant item where ${where}`;
  const ids = sql`array(select item.id from ${from} order by ${order} limit ${limit} offset ${offset})`;
  return readPage(db, { rows: rows(ids), from, limit, offset });
}

export function findUser(db: Db, id: string): Promise<{ email: string; disabled: boolean } | undefined> {
  return db.first(sql`select email, disabled_at is not null as disabled from users where id = ${id}`);
}

export function findGroup(db: Db, id: string): Promise<{ id: string } | undefined> {
  return db.first(sql`select id from groups where id = ${id}`);
}
