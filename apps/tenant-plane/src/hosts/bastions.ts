import type { Host } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";
import { maxHops } from "./rules.ts";

/** A host with what is needed to reach it. */
export type Hop = Pick<
  Host,
  | "id"
  | "name"
  | "connection"
  | "address"
  | "port"
  | "username"
  | "authentication"
  | "secret_id"
  | "passphrase_secret_id"
  | "agent"
  | "host_keys"
  | "enabled"
>;

/** A host and the bastions on the way to it, the host first. */
export function pathOf(db: Db, id: string): Promise<Hop[]> {
  // One more than allowed, so that a way that is too long is seen.
  return db.rows<Hop>(sql`
    with recursive path as (
      select hosts.*, 0 as distance from hosts where id = ${id}
      union all
      select hosts.*, path.distance + 1
      from path join hosts on hosts.tenant_id = path.tenant_id and hosts.id = path.bastion_id
      where path.distance <= ${maxHops}
    )
    select id, name, connection, address, port, username, authentication, secret_id, passphrase_secret_id, agent, host_keys, enabled
    from path order by distance`);
}

/** How many levels of hosts are reached through a host: 0 when none is. */
export async function levelsBehind(db: Db, id: string): Promise<number> {
  const found = await db.first<{ levels: number }>(sql`
    with recursive behind as (
      select tenant_id, id, 0 as distance from hosts where id = ${id}
      union all
      select hosts.tenant_id, hosts.id, behind.distance + 1
      from behind join hosts on hosts.tenant_id = behind.tenant_id and hosts.bastion_id = behind.id
      where behind.distance <= ${maxHops}
    )
    select coalesce(max(distance), 0)::int as levels from behind`);
  return found?.levels ?? 0;
}
