import pg from "pg";
import type { SharedPlane } from "./plane.ts";

let counter = 0;

/** Inserts a change of the first tenant on one item, in any status and at any time. */
export async function aChange(
  { databaseUrl, tenantId }: SharedPlane,
  { status, fromHours, toHours, item }: { status: string; fromHours: number; toHours: number; item: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: `-c app.tenant_id=${tenantId}` });
  await client.connect();
  await client.query(
    `with made as (
       insert into changes (id, number, title, description, type, risk_level, status, requested_start, requested_end,
                            implementation_plan, rollback_plan, test_plan, requested_by, created_by)
       values (gen_random_uuid(), $1, 'a change', '', 'normal', 'low', $2, now() + $3::interval, now() + $4::interval, '', '', '', '', '')
       returning id
     )
     insert into change_items (change_id, ci_id) select id, $5 from made`,
    [++counter, status, `${fromHours} hours`, `${toHours} hours`, item],
  );
  await client.end();
}
