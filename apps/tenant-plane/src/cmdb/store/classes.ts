import { builtInClasses, type CiClass, type Page } from "@opsplane/contract";
import { type Db, readPage, sql } from "@opsplane/runtime";

const builtIn = JSON.stringify(
  Object.entries(builtInClasses).map(([name, { label, service }]) => ({ name, label, service })),
);

/** Every built-in, custom or used class, with its number of items. */
const classes = sql`
  (select name, label, '' as description, service, true as built_in
   from jsonb_to_recordset(${builtIn}::jsonb) as row(name text, label text, service boolean)
   union all
   select name, label, description, service, false as built_in from ci_classes) described
  full join (select class as name, count(*) as items from config_items group by class) used using (name)`;

const columns = sql`
  name, coalesce(described.label, name) as label, coalesce(described.description, '') as description,
  coalesce(described.service, false) as service, coalesce(described.built_in, false) as built_in, coalesce(used.items, 0) as items`;

export function listClasses(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<Page<CiClass>> {
  return readPage(db, {
    rows: sql`select ${columns} from ${classes} order by label, name limit ${limit} offset ${offset}`,
    from: sql`${classes}`,
    limit,
    offset,
  });
}

/** Returns whether the class was new. */
export async function insertClass(db: Db, wanted: Omit<CiClass, "built_in" | "items">): Promise<boolean> {
  const made = await db.run(sql`
    insert into ci_classes (name, label, description, service)
    values (${wanted.name}, ${wanted.label}, ${wanted.description}, ${wanted.service})
    on conflict (tenant_id, name) do nothing`);
  return made === 1;
}

/** Locks a custom class. */
export function lockClass(db: Db, name: string): Promise<Omit<CiClass, "built_in" | "items"> | undefined> {
  return db.first(sql`select name, label, description, service from ci_classes where name = ${name} for update`);
}

export async function countItemsOf(db: Db, name: string): Promise<number> {
  const counted = await db.first<{ items: number }>(
    sql`select count(*) as items from config_items where class = ${name}`,
  );
  return counted?.items ?? 0;
}

export async function deleteClass(db: Db, name: string): Promise<void> {
  await db.run(sql`delete from ci_classes where name = ${name}`);
}
