import type { HostConnection } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";

/** A host or configuration item on which a command should run. */
export interface FoundTarget {
  id: string;
  kind: "host" | "ci";
  name: string;
  /** The enabled host; of several hosts of an item, the first by name. */
  host: { id: string; name: string; connection: HostConnection } | null;
}

/** The hosts of these host ids or configuration-item ids, in the given order. Unknown ids are missing. */
export function findTargets(db: Db, ids: readonly string[]): Promise<FoundTarget[]> {
  return db.rows<FoundTarget>(sql`
    select wanted.id, case when itself.id is null then 'ci' else 'host' end as kind, coalesce(itself.name, item.name) as name,
      coalesce(
        (select jsonb_build_object('id', itself.id, 'name', itself.name, 'connection', itself.connection) where itself.enabled),
        (select jsonb_build_object('id', host.id, 'name', host.name, 'connection', host.connection)
         from hosts host where host.tenant_id = item.tenant_id and host.ci_id = item.id and host.enabled and itself.id is null
         order by host.name limit 1)
      ) as host
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    left join hosts itself on itself.id = wanted.id
    left join config_items item on item.id = wanted.id
    where itself.id is not null or item.id is not null
    order by wanted.position`);
}
