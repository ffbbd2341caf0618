import { type Db, sql } from "@opsplane/runtime";
import { monthStart } from "../records/metering.ts";

export interface TenantUsage {
  tenant_id: string;
  users: number;
  data_gb: number;
  ai_credits: number;
}

const maxTenants = 10_000;

/** What each tenant used this month, for the customer portal. Figures only, no content. */
export function usageOfTenants(system: Db, now: Date): Promise<TenantUsage[]> {
  const since = monthStart(now).toISOString().slice(0, 10);
  return system.rows(sql`
    select tenants.id as tenant_id,
      (select count(*) from users where users.tenant_id = tenants.id and users.disabled_at is null) as users,
      coalesce((select sum(charge) from metered_usage used
        where used.tenant_id = tenants.id and used.day >= ${since}::date and used.meter like 'telemetry.%'), 0)::float8 / 1e9 as data_gb,
      coalesce((select used from ai_credits where ai_credits.tenant_id = tenants.id and month = ${since}::date), 0) as ai_credits
    from tenants order by tenants.id limit ${maxTenants}`);
}
