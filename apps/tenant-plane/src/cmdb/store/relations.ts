import type { Page, Relation, RelationType } from "@opsplane/contract";
import { all, type Db, newId, readPage, sql } from "@opsplane/runtime";

const columns = sql`
  relation.id, relation.source_id, relation.target_id, relation.type, relation.description, relation.origin, relation.created_by,
  relation.created_at, relation.updated_at,
  json_build_object('id', source.id, 'name', source.name, 'class', source.class, 'environment', source.environment,
                    'criticality', source.criticality) as source,
  json_build_object('id', target.id, 'name', target.name, 'class', target.class, 'environment', target.environment,
                    'criticality', target.criticality) as target`;

const withEnds = sql`
  join config_items source on source.tenant_id = relation.tenant_id and source.id = relation.source_id
  join config_items target on target.tenant_id = relation.tenant_id and target.id = relation.target_id`;

export interface End {
  id: string;
  name: string;
  version: number;
}

/** Locks both items until the transaction ends, so neither is deleted. The fixed order avoids deadlocks. */
export function holdEnds(db: Db, ids: readonly string[]): Promise<End[]> {
  return db.rows(sql`
    select id, name, version from config_items where id = any (${ids}::uuid[]) order by id for key share`);
}

export interface NewRelation {
  sourceId: string;
  targetId: string;
  type: RelationType;
  description: string;
  origin: string;
  createdBy: string;
}

/** Returns undefined when the relation already exists. */
export function insertRelation(db: Db, wanted: NewRelation): Promise<Relation | undefined> {
  return db.first(sql`
    with relation as (
      insert into ci_relations (id, source_id, target_id, type, description, origin, created_by)
      values (${newId()}, ${wanted.sourceId}, ${wanted.targetId}, ${wanted.type}, ${wanted.description}, ${wanted.origin}, ${wanted.createdBy})
      on conflict (tenant_id, source_id, target_id, type) do nothing
      returning *
    )
    select ${columns} from relation ${withEnds}`);
}

export function getRelation(db: Db, id: string): Promise<Relation | undefined> {
  return db.first(sql`select ${columns} from ci_relations relation ${withEnds} where relation.id = ${id}`);
}

export function lockRelation(db: Db, id: string): Promise<Relation | undefined> {
  return db.first(
    sql`select ${columns} from ci_relations relation ${withEnds} where relation.id = ${id} for update of relation`,
  );
}

export async function deleteRelation(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from ci_relations where id = ${id}`);
}

export interface RelationList {
  /** An item at either end. */
  ci_id?: string;
  source_id?: string;
  target_id?: string;
  type?: readonly string[];
  limit: number;
  offset: number;
}

export function listRelations(db: Db, { limit, offset, ...filter }: RelationList): Promise<Page<Relation>> {
  const where = all([
    filter.ci_id !== undefined && sql`(relation.source_id = ${filter.ci_id} or relation.target_id = ${filter.ci_id})`,
    filter.source_id !== undefined && sql`relation.source_id = ${filter.source_id}`,
    filter.target_id !== undefined && sql`relation.target_id = ${filter.target_id}`,
    filter.type && sql`relation.type = any (${filter.type})`,
  ]);
  return readPage(db, {
    rows: sql`select ${columns} from ci_relations relation ${withEnds} where ${where}
        order by relation.created_at desc, relation.id desc limit ${limit} offset ${offset}`,
    from: sql`ci_relations relation where ${where}`,
    limit,
    offset,
  });
}

export interface RelationOfItem {
  type: RelationType;
  /** True when the other item is the relation's source. */
  from_other: boolean;
  other: End;
}

/** All relations of an item from the point of view of the other ends. No limit, because each needs a history entry. */
export function relationsOfItem(db: Db, id: string): Promise<RelationOfItem[]> {
  return db.rows(sql`
    select relation.type, other.id = relation.source_id as from_other,
           json_build_object('id', other.id, 'name', other.name, 'version', other.version) as other
    from ci_relations relation
    join config_items other on other.tenant_id = relation.tenant_id
      and other.id = case relation.source_id when ${id} then relation.target_id else relation.source_id end
    where relation.source_id = ${id} or relation.target_id = ${id}
    order by relation.created_at, relation.id`);
}
