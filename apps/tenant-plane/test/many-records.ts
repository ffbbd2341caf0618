import pg from "pg";
import type { Person } from "./plane.ts";

/** More than one page, and more than a filtered list counts. */
export const manyIncidents = 12_000;
export const manyOthers = 1_001;

/** Fills a tenant by SQL. Times repeat, so some records differ only by id. */
export async function fillTenant(databaseUrl: string, { tokens }: Person): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: `-c app.tenant_id=${tokens.user.tenant_id} -c session_replication_role=replica`,
  });
  await client.connect();
  await client.query(incidents, [manyIncidents]);
  await client.query(items, [manyIncidents]);
  for (const statement of others) await client.query(statement, [manyOthers]);
  for (const [name, value] of Object.entries({ incident: manyIncidents, change: manyOthers, request: manyOthers }))
    await client.query("insert into counters (name, value) values ($1, $2)", [name, value]);
  await client.query("vacuum analyze");
  await client.end();
}

const made = "now() - (number / 3) * interval '1 minute'";

/** All but 500 have the source `logs`. Only the five oldest contain a certain word. */
const incidents = `
  insert into incidents (id, number, title, description, severity, status, source, ci_ids, created_by, created_at, updated_at)
  select uuidv7(), $1::int + 1 - number, case number % 2 when 0 then 'Checkout is slow' else 'Storage is full' end,
         case when number > $1::int - 5 then 'tombstone' else '' end, 'P' || 1 + number % 5,
         case when number % 100 = 0 then 'open' else 'closed' end, case when number <= 500 then 'mail' else 'logs' end, '{}', 'seed',
         ${made}, now() - (number * 7 % 500) * interval '1 minute'
  from generate_series(1, $1::int) number`;

const items = `
  insert into config_items (id, name, class, environment, description, attributes, criticality, tags, source, created_by)
  select uuidv7(), 'server-' || number, 'server', 'production', '', '{}', 'medium', '{}', 'manual', 'seed' from generate_series(1, $1::int) number`;

const others = [
  `insert into incident_timeline (id, incident_id, kind, actor, body)
   select uuidv7(), (select id from incidents where number = 1), 'note', 'seed', 'note ' || number from generate_series(1, $1::int) number`,
  `insert into users (id, email, name, role, password_hash, must_change_password)
   select uuidv7(), 'many-' || number || '@example.com', 'Many ' || number, 'viewer', 'none', false from generate_series(1, $1::int) number`,
  `insert into changes (id, number, title, description, type, risk_level, status, implementation_plan, rollback_plan, test_plan, requested_by,
                        created_by, created_at)
   select uuidv7(), number, 'Change ' || number, '', 'normal', 'low', 'draft', '', '', '', 'seed', 'seed', ${made}
   from generate_series(1, $1::int) number`,
  `insert into catalog_items (id, name, description, category, icon, form, fulfillment_type, fulfillment_config, enabled)
   select uuidv7(), 'Item ' || number, '', '', '', '{}', 'manual', '{}', true from generate_series(1, $1::int) number`,
  `insert into service_requests (id, number, catalog_item_id, title, category, form, inputs, status, requested_by, created_by, fulfillment_type,
                                 fulfillment_config, created_at)
   select uuidv7(), number, (select id from catalog_items limit 1), 'Request ' || number, '', '{}', '{}', 'approved', 'seed', 'seed', 'manual', '{}', ${made}
   from generate_series(1, $1::int) number`,
  `insert into audit_log (id, action, actor_type, actor, outcome)
   select uuidv7(), 'incidents.create', 'user', 'seed', 'success' from generate_series(1, $1::int) number`,
];
