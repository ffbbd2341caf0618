import type { ApprovalDefinition, ApprovalStep, Page } from "@opsplane/contract";
import { all, containing, type Db, readPage, type Sql, sql } from "@opsplane/runtime";

const columns = sql`
  definition.id, definition.name, definition.description, definition.steps, definition.allow_self_approval, definition.default_for,
  definition.version, definition.created_at, definition.updated_at,
  (select count(*) from catalog_items item
   where item.tenant_id = definition.tenant_id and item.workflow_definition_id = definition.id::text) as used_by`;

export function listDefinitions(
  db: Db,
  { q, limit, offset }: { q: string | undefined; limit: number; offset: number },
) {
  const where = all([q !== undefined && sql`definition.name ilike ${containing(q)}`]);
  return readPage<ApprovalDefinition>(db, {
    rows: sql`select ${columns} from approval_definitions definition where ${where} order by name, id limit ${limit} offset ${offset}`,
    from: sql`approval_definitions definition where ${where}`,
    limit,
    offset,
  });
}

export function getDefinition(db: Db, id: string): Promise<ApprovalDefinition | undefined> {
  return db.first(sql`select ${columns} from approval_definitions definition where definition.id = ${id}`);
}

export function lockDefinition(db: Db, id: string): Promise<ApprovalDefinition | undefined> {
  return db.first(sql`select ${columns} from approval_definitions definition where definition.id = ${id} for update`);
}

/** Returns whether the definition exists, and prevents its deletion until this transaction ends. */
export async function keepDefinition(db: Db, id: string): Promise<boolean> {
  return (await db.first(sql`select from approval_definitions where id = ${id} for key share`)) !== undefined;
}

/** The default definition for changes of this type. */
export function defaultDefinition(db: Db, changeType: string): Promise<ApprovalDefinition | undefined> {
  return db.first(sql`
    select ${columns} from approval_definitions definition where ${changeType} = any (default_for) order by created_at, id limit 1`);
}

export interface DefinitionRow {
  id: string;
  name: string;
  description: string;
  steps: readonly ApprovalStep[];
  allow_self_approval: boolean;
  default_for: readonly string[];
}

export async function insertDefinition(db: Db, wanted: DefinitionRow): Promise<boolean> {
  const made = await db.run(sql`
    insert into approval_definitions (id, name, description, steps, allow_self_approval, default_for)
    values (${wanted.id}, ${wanted.name}, ${wanted.description}, ${JSON.stringify(wanted.steps)}, ${wanted.allow_self_approval}, ${wanted.default_for})
    on conflict (tenant_id, name) do nothing`);
  return made === 1;
}

export async function updateDefinition(db: Db, next: DefinitionRow): Promise<void> {
  await db.run(sql`
    update approval_definitions set name = ${next.name}, description = ${next.description}, steps = ${JSON.stringify(next.steps)},
      allow_self_approval = ${next.allow_self_approval}, default_for = ${next.default_for}, version = version + 1, updated_at = app_now()
    where id = ${next.id}`);
}

export async function keepVersion(db: Db, definitionId: string, by: string): Promise<void> {
  await db.run(sql`
    insert into approval_definition_versions (definition_id, version, name, steps, allow_self_approval, created_by)
    select id, version, name, steps, allow_self_approval, ${by} from approval_definitions where id = ${definitionId}`);
}

interface Version {
  version: number;
  name: string;
  steps: ApprovalStep[];
  allow_self_approval: boolean;
  created_by: string;
  created_at: string;
}

export function listVersions(
  db: Db,
  definitionId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<Version>> {
  return readPage(db, {
    rows: sql`select version, name, steps, allow_self_approval, created_by, created_at from approval_definition_versions
        where definition_id = ${definitionId} order by version desc limit ${limit} offset ${offset}`,
    from: sql`approval_definition_versions where definition_id = ${definitionId}`,
    limit,
    offset,
  });
}

/** Another definition that is the default for one of these change types. */
export function otherDefault(
  db: Db,
  id: string,
  types: readonly string[],
): Promise<{ name: string; default_for: string[] } | undefined> {
  return db.first(
    sql`select name, default_for from approval_definitions where id <> ${id} and default_for && ${types}::text[]`,
  );
}

/** The users of a definition: catalog items, including disabled ones, and open changes. */
export function usersOfDefinition(db: Db, id: string, most: number): Promise<{ name: string }[]> {
  const overChanges: Sql = sql`('completed', 'failed', 'cancelled', 'rejected')`;
  return db.rows(sql`
    select 'the catalog item ' || name as name from catalog_items where workflow_definition_id = ${id}
    union all
    select 'the change ' || reference from changes where workflow_definition_id = ${id}::uuid and status not in ${overChanges}
    limit ${most}`);
}

export async function deleteDefinition(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from approval_definitions where id = ${id}`);
}
