import { builtInServices, type Impact, type RelationEnd } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";

export interface WalkedItem extends RelationEnd {
  /** True for a service class, whose failure users outside operations notice. */
  service: boolean;
}

export function readItems(db: Db, ids: readonly string[]): Promise<WalkedItem[]> {
  return db.rows(sql`
    select item.id, item.name, item.class, item.environment, item.criticality,
           coalesce(own.service, item.class = any (${builtInServices})) as service
    from config_items item
    left join ci_classes own on own.tenant_id = item.tenant_id and own.name = item.class
    where item.id = any (${ids}::uuid[])`);
}

/** A graph with more edges is unreadable. */
const maxRelations = 10_000;

export function readRelationsBetween(db: Db, ids: readonly string[]): Promise<Impact["relations"]> {
  return db.rows(sql`
    select id, source_id, target_id, type from ci_relations
    where source_id = any (${ids}::uuid[]) and target_id = any (${ids}::uuid[])
    order by source_id, target_id, type
    limit ${maxRelations}`);
}
