import { type Db, sql } from "@opsplane/runtime";

export interface ReportedUsage {
  tenant_id: string;
  users: number;
  data_gb: number;
  ai_credits: number;
}

/** Only of tenants that this deployment runs; others are ignored. */
export async function saveUsage(db: Db, deploymentId: string, usage: readonly ReportedUsage[]): Promise<void> {
  await db.run(sql`
    insert into tenant_usage (tenant_id, users, data_gb, ai_credits, reported_at)
    select distinct on (used.tenant_id) used.tenant_id, users, data_gb, ai_credits, app_now()
    from jsonb_to_recordset(${JSON.stringify(usage)}::jsonb)
      as used(tenant_id text, users integer, data_gb double precision, ai_credits double precision)
    join tenants on tenants.id = used.tenant_id and tenants.deployment_id = ${deploymentId}
    order by used.tenant_id
    on conflict (tenant_id) do update
    set users = excluded.users, data_gb = excluded.data_gb, ai_credits = excluded.ai_credits, reported_at = excluded.reported_at`);
}
