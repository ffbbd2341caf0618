import pg from "pg";

/** The ids that the measurements need. */
export interface Records {
  incident: string;
  item: string;
  person: string;
  change: string;
}

const tables = ["incidents", "incident_timeline", "incident_items", "changes", "service_requests", "audit_log"];

/** Fills the tenant `default` with this many incidents, changes, requests and audit entries of the last two years. */
export async function seedRecords(url: string, records: number): Promise<Records> {
  const client = new pg.Client({
    connectionString: url,
    // Triggers and foreign keys would take most of the time.
    options: "-c app.tenant_id=default -c session_replication_role=replica -c maintenance_work_mem=512MB",
  });
  await client.connect();
  try {
    const indexes = await dropIndexes(client);
    for (const statement of [people, items, catalogItem]) await client.query(statement);
    for (const statement of [incidents, changes, requests, audit]) await client.query(statement, [records]);
    for (const statement of [timeline, incidentItems]) await client.query(statement);
    for (const name of ["incident", "change", "request"])
      await client.query("insert into counters (name, value) values ($1, $2)", [name, records]);
    for (const index of indexes) await client.query(index);
    await client.query("vacuum analyze");
    return {
      incident: await idOf(client, "select id from incidents order by number desc limit 1"),
      item: await idOf(client, "select id from config_items order by name limit 1"),
      person: await idOf(client, "select id from users where name = 'Person 1'"),
      change: await idOf(client, "select id from changes order by number desc limit 1"),
    };
  } finally {
    await client.end();
  }
}

async function idOf(client: pg.Client, statement: string): Promise<string> {
  return (await client.query<{ id: string }>(statement)).rows[0]?.id ?? "";
}

/** Drops indexes, because building them afterwards is much faster. Returns a function that creates them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid::regclass::text = any ($1) and not indisunique`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

const people = `
  insert into users (id, email, name, role, password_hash, must_change_password)
  select uuidv7(), 'person' || number || '@example.com', 'Person ' || number, 'operator', 'none', false
  from generate_series(1, 40) number`;

const items = `
  insert into config_items (id, name, class, environment, description, attributes, criticality, tags, source, created_by)
  select uuidv7(), 'server-' || lpad(number::text, 5, '0'), 'server', 'production', '', '{}', 'medium', '{}', 'manual', 'seed'
  from generate_series(1, 2000) number`;

const catalogItem = `
  insert into catalog_items (id, name, description, category, icon, form, fulfillment_type, fulfillment_config, enabled)
  values (uuidv7(), 'New laptop', '', 'Hardware', '', '{}', 'manual', '{}', true)`;

/** The creation time of number n: evenly distributed over two years, the newest now. */
const made = "(now() - ($1::int - number) * (interval '730 days' / $1::int))";
const personIds = "(select array_agg(id order by name) from users where name like 'Person %')";
const something = "(select array_agg(id order by name) from config_items)";

const isClosed = "(number <= $1::int * 0.8 or number % 4 > 0)";

/** 95 % are closed; the others are in the newest fifth. Five have a rare word, 40 % have a common one. */
const incidents = `
  insert into incidents (id, number, title, description, severity, status, source, ci_ids, assigned_to, created_by, created_at, updated_at,
                         acknowledged_at, resolved_at)
  select uuidv7(${made} - now()), number,
         case when number % 5 < 2 then 'Checkout' else 'Storage' end || ' answers slowly in zone ' || number % 40,
         repeat('The 99th percentile is above two seconds since the last deployment. ', 2)
           || case when number % ($1::int / 5) = 7 then 'tombstone' else '' end,
         case when number % 100 < 2 then 'P1' when number % 100 < 12 then 'P2' when number % 100 < 50 then 'P3'
              when number % 100 < 85 then 'P4' else 'P5' end,
         case when ${isClosed} then 'closed'
              else (array['triggered', 'open', 'acknowledged', 'investigating', 'reopened'])[1 + number / 4 % 5] end,
         (array['metrics', 'logs', 'traces', 'mail', ''])[1 + number % 5],
         array[items.ids[1 + number % 2000]::text],
         case when number % 3 > 0 then people.ids[1 + number % 40] end, 'person' || number % 40 || '@example.com', ${made},
         ${made} + interval '3 hours', case when ${isClosed} then ${made} + (number % 30) * interval '1 minute' end,
         case when ${isClosed} then ${made} + (30 + number % 150) * interval '1 minute' end
  from generate_series(1, $1::int) number, (select ${personIds} as ids) people, (select ${something} as ids) items`;

const timeline = `
  insert into incident_timeline (id, incident_id, kind, actor, body, created_at)
  select uuidv7(), id, 'note', created_by, 'Looked into it, attempt ' || entry, created_at + entry * interval '5 minutes'
  from incidents, generate_series(1, 3) entry`;

const incidentItems = `insert into incident_items (incident_id, ci_id) select id, ci_ids[1]::uuid from incidents`;

const changes = `
  insert into changes (id, number, title, description, type, risk_level, status, requested_start, requested_end, implementation_plan,
                       rollback_plan, test_plan, requested_by, assigned_to, created_by, created_at, updated_at)
  select uuidv7(${made} - now()), number,
         case when number % 5 < 2 then 'Upgrade' else 'Replace' end || ' server ' || number,
         'As announced.' || case when number % ($1::int / 5) = 7 then ' tombstone' else '' end,
         (array['normal', 'normal', 'standard', 'emergency'])[1 + number % 4], (array['low', 'medium', 'medium', 'high'])[1 + number % 4],
         case when number > $1::int * 0.97 then (array['draft', 'pending_approval', 'approved', 'scheduled'])[1 + number % 4]
              else 'completed' end,
         case when number % 10 > 0 then ${made} + interval '2 days' end, case when number % 10 > 0 then ${made} + interval '2 days 2 hours' end,
         'Step by step.', 'Step back.', 'Look.', 'person' || number % 40 || '@example.com',
         case when number % 3 > 0 then people.ids[1 + number % 40] end, 'person' || number % 40 || '@example.com', ${made}, ${made}
  from generate_series(1, $1::int) number, (select ${personIds} as ids) people`;

/** One in a hundred belongs to the admin; one in thirty missed its target. */
const requests = `
  insert into service_requests (id, number, catalog_item_id, title, category, form, inputs, status, requested_by, requester_id, created_by,
                                created_by_id, assigned_to, fulfillment_type, fulfillment_config, target_at, breached_at, closed_at,
                                created_at, updated_at)
  select uuidv7(${made} - now()), number, item.id, case when number % 5 < 2 then 'Laptop' else 'Screen' end, 'Hardware', '{}',
         jsonb_build_object('desk', number, 'why', case when number % ($1::int / 5) = 7 then 'tombstone' else 'new colleague' end),
         case when number > $1::int * 0.95 then (array['pending_approval', 'approved', 'in_fulfillment'])[1 + number % 3] else 'fulfilled' end,
         coalesce(boss.email, 'person' || number % 40 || '@example.com'), coalesce(boss.id, people.ids[1 + number % 40]),
         coalesce(boss.email, 'person' || number % 40 || '@example.com'), coalesce(boss.id, people.ids[1 + number % 40]),
         case when number % 3 > 0 then people.ids[1 + number % 40] end, 'manual', '{}', ${made} + interval '60 days',
         case when number % 30 = 0 then ${made} + interval '60 days' end,
         case when number <= $1::int * 0.95 then ${made} + case when number % 30 = 0 then interval '61 days' else interval '2 days' end end,
         ${made}, ${made}
  from generate_series(1, $1::int) number
  cross join (select ${personIds} as ids) people
  cross join (select id from catalog_items limit 1) item
  left join (select id, email from users where email = 'admin@opsplane.local') boss on number % 100 = 0`;

const audit = `
  insert into audit_log (id, action, actor_type, actor_id, actor, target_type, target_id, target, outcome, address, created_at)
  select uuidv7(${made} - now()),
         (array['auth.refresh', 'auth.refresh', 'incidents.update', 'incidents.create', 'changes.update', 'requests.create'])[1 + number % 6],
         'user', null, 'person' || number % 40 || '@example.com', 'incident', 'id-' || number, 'INC-' || number, 'success', '127.0.0.1', ${made}
  from generate_series(1, $1::int) number`;
