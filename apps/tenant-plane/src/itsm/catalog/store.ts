import { type CatalogItem, type CatalogListItem, listedText, type Page } from "@opsplane/contract";
import { all, containing, type Db, readPage, sql } from "@opsplane/runtime";

const shortColumns = sql`
  item.id, item.name, item.category, item.icon, item.workflow_definition_id, item.fulfillment_type, item.target_hours, item.enabled,
  item.version, item.created_at, item.updated_at,
  (select name from approval_definitions definition
   where definition.tenant_id = item.tenant_id and definition.id::text = item.workflow_definition_id) as workflow_definition_name`;

const columns = sql`${shortColumns}, item.description, item.form, item.fulfillment_config`;

const listedColumns = sql`${shortColumns}, left(item.description, ${listedText}) as description`;

export interface CatalogFilter {
  category?: readonly string[];
  enabled?: boolean;
  q?: string;
  limit: number;
  offset: number;
}

export function listItems(db: Db, filter: CatalogFilter): Promise<Page<CatalogListItem>> {
  const words = filter.q?.trim();
  const where = all([
    filter.category && sql`item.category = any (${filter.category})`,
    filter.enabled !== undefined && sql`item.enabled = ${filter.enabled}`,
    words !== undefined &&
      sql`(item.name ilike ${containing(words)} or item.description ilike ${containing(words)} or item.category ilike ${containing(words)})`,
  ]);
  return readPage(db, {
    rows: sql`select ${listedColumns} from catalog_items item where ${where} order by lower(item.name), item.id limit ${filter.limit} offset ${filter.offset}`,
    from: sql`catalog_items item where ${where}`,
    limit: filter.limit,
    offset: filter.offset,
  });
}

export function listCategories(db: Db): Promise<{ category: string; count: number }[]> {
  return db.rows(
    sql`select category, count(*) as count from catalog_items group by category order by category limit 1000`,
  );
}

export function getItem(db: Db, id: string): Promise<CatalogItem | undefined> {
  return db.first(sql`select ${columns} from catalog_items item where item.id = ${id}`);
}

export function lockItem(db: Db, id: string): Promise<CatalogItem | undefined> {
  return db.first(sql`select ${columns} from catalog_items item where item.id = ${id} for update`);
}

export type ItemRow = Omit<CatalogItem, "workflow_definition_name" | "version" | "created_at" | "updated_at">;

export async function insertItem(db: Db, item: ItemRow): Promise<void> {
  await db.run(sql`
    insert into catalog_items (id, name, description, category, icon, form, workflow_definition_id, fulfillment_type, fulfillment_config,
                               target_hours, enabled)
    values (${item.id}, ${item.name}, ${item.description}, ${item.category}, ${item.icon}, ${JSON.stringify(item.form)},
            ${item.workflow_definition_id}, ${item.fulfillment_type}, ${JSON.stringify(item.fulfillment_config)}, ${item.target_hours}, ${item.enabled})`);
}

export async function updateItem(db: Db, item: ItemRow): Promise<void> {
  await db.run(sql`
    update catalog_items set name = ${item.name}, description = ${item.description}, category = ${item.category}, icon = ${item.icon},
      form = ${JSON.stringify(item.form)}, workflow_definition_id = ${item.workflow_definition_id}, fulfillment_type = ${item.fulfillment_type},
      fulfillment_config = ${JSON.stringify(item.fulfillment_config)}, target_hours = ${item.target_hours}, enabled = ${item.enabled},
      version = version + 1, updated_at = app_now()
    where id = ${item.id}`);
}

export async function wasRequested(db: Db, id: string): Promise<boolean> {
  return (await db.first(sql`select from service_requests where catalog_item_id = ${id} limit 1`)) !== undefined;
}

export async function deleteItem(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from catalog_items where id = ${id}`);
}
