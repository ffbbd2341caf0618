import { type Db, sql } from "@opsplane/runtime";

export interface Tenant {
  id: string;
  name: string;
  plan_id: string | null;
  created_at: string;
  updated_at: string;
}

export function insertTenant(
  db: Db,
  tenant: { id: string; name: string; planId: string | null },
): Promise<Tenant | undefined> {
  return db.first(sql`
    insert into tenants (id, name, plan_id) values (${tenant.id}, ${tenant.name}, ${tenant.planId})
    on conflict (id) do nothing
    returning id, name, plan_id, created_at, updated_at`);
}

export function getTenant(db: Db, id: string): Promise<Tenant | undefined> {
  return db.first(sql`select id, name, plan_id, created_at, updated_at from tenants where id = ${id}`);
}

export async function hasTenants(db: Db): Promise<boolean> {
  return (await db.first(sql`select from tenants limit 1`)) !== undefined;
}
