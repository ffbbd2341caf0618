import pg from "pg";

/** Fills the tenant `default` with this many executions of runbooks and as many runs of workflows, over two years. */
export async function seedRuns(url: string, records: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    options: "-c app.tenant_id=default -c session_replication_role=replica",
  });
  await client.connect();
  try {
    for (const kind of ["execution", "workflow_run"]) await client.query(runs, [records, kind]);
    await client.query("vacuum analyze runs");
  } finally {
    await client.end();
  }
}

/** Of 50 runbooks or workflows. One in twenty fails; half of the others were verified. */
const runs = `
  insert into runs (id, kind, number, subject_id, subject_name, subject_version, plan, status, dry_run, parameters, verified, started_by,
                    finished_at, created_at, updated_at)
  select uuidv7(made - now()), $2, number, subjects.ids[1 + number % 50], 'Number ' || number % 50, 1, '{}',
         case when number % 20 = 0 then 'failed' else 'succeeded' end, false, '{}', case when number % 2 = 1 then true end,
         'person' || number % 40 || '@example.com', made + (number % 600) * interval '1 second', made, made
  from generate_series(1, $1::int) number
  cross join lateral (select now() - ($1::int - number) * (interval '730 days' / $1::int) as made) moment
  cross join (select array_agg(uuidv7()) as ids from generate_series(1, 50)) subjects`;
