import type { AddressName } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";

/** The configuration items that have one of these addresses. The view and the second condition let the index serve it. */
export function readNames(db: Db, ips: readonly string[]): Promise<AddressName[]> {
  return db.rows(sql`
    select asked.ip, item.id, item.name, item.class
    from items_of_tenant item
    join unnest(${[...new Set(ips)]}::text[]) as asked (ip)
      on item.tenant_id || ' ' || lower(asked.ip) = any (ci_addresses(item.tenant_id, item.attributes))
    where ci_addresses(item.tenant_id, item.attributes)
        && array(select current_setting('app.tenant_id') || ' ' || lower(ip) from unnest(${[...ips]}::text[]) as ip)
      and item.attributes ?| array['ip_address', 'ip_addresses']
    order by asked.ip, lower(item.name), item.id
    limit 1000`);
}
