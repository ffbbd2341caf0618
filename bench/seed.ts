import pg from "pg";

const seeded = 10_000;

/** Fills the tenant `default` with realistic incidents of some months, and returns their ids. */
export async function seedIncidents(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, options: "-c app.tenant_id=default" });
  await client.connect();
  try {
    await client.query(incidents, [seeded]);
    await client.query("insert into counters (name, value) values ('incident', $1)", [seeded]);
    // Without the tenant condition of row-level security the baseline has no index for its order and would sort the whole table.
    await client.query("create index incidents_of_the_baseline on incidents (created_at desc, id desc)");
    await client.query("vacuum analyze");
    const { rows } = await client.query<{ id: string }>("select id from incidents order by number");
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

const incidents = `
  insert into incidents (id, number, title, description, severity, status, source, ci_ids, assigned_to, created_by, acknowledged_at,
                         created_at, updated_at)
  select uuidv7(), number, 'Checkout answers slowly in zone ' || number % 40,
         repeat('The 99th percentile of the checkout is above two seconds since the last deployment. ', 4),
         'P' || number % 5 + 1, case number % 2 when 0 then 'triggered' else 'acknowledged' end, 'metrics',
         array['ci-' || number % 500, 'ci-' || number % 300], case number % 2 when 1 then person.id end, 'admin@opsplane.local',
         case number % 2 when 1 then made end, made, made
  from generate_series(1, $1::int) number
  cross join (select id from users limit 1) person
  cross join lateral (select now() - (20000 - number) * interval '7 minutes' as made) time`;
