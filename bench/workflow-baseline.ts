import pg from "pg";

/**
 * The least that a durable engine writes for a run of five steps: the run, and one committed result for each step. Ten workers share the
 * runs, as the product's jobs do.
 */
export async function bareRuns(connectionString: string, runs: number): Promise<{ seconds: number }> {
  const pool = new pg.Pool({ connectionString, max: 10 });
  await pool.query("create table if not exists bare_runs (id bigint primary key, state jsonb not null)");
  await pool.query(
    "create table if not exists bare_steps (run_id bigint, step int, result jsonb, primary key (run_id, step))",
  );
  await pool.query("truncate bare_runs, bare_steps");
  let next = 0;
  const began = performance.now();
  const worker = async () => {
    for (let id = next++; id < runs; id = next++) {
      await pool.query("insert into bare_runs values ($1, $2)", [id, JSON.stringify({ number: id })]);
      for (let step = 0; step < 5; step++) {
        const client = await pool.connect();
        await client.query("begin");
        await client.query("select state from bare_runs where id = $1 for update", [id]);
        await client.query("insert into bare_steps values ($1, $2, $3)", [id, step, JSON.stringify({ result: true })]);
        await client.query("update bare_runs set state = state || $2 where id = $1", [id, JSON.stringify({ step })]);
        await client.query("commit");
        client.release();
      }
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  const seconds = (performance.now() - began) / 1000;
  await pool.end();
  return { seconds };
}

/** Fills up to a number of stored runs with copies of one that has ended. */
export async function seedRuns(connectionString: string, workflowId: string, size: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ tenant_id: string; stored: number; id: string }>(
    `select tenant_id, count(*) over ()::int as stored, id from runs
     where subject_id = $1 and status = 'succeeded' order by id limit 1`,
    [workflowId],
  );
  const [sample] = rows;
  const missing = size - (sample?.stored ?? 0);
  if (!sample || missing <= 0) return void (await client.end());
  await client.query("begin");
  await client.query(
    `create temporary table copies on commit drop as
     select gen_random_uuid() as id, 1000000 + (select count(*) from runs) + number as number from generate_series(1, $1) as number`,
    [missing],
  );
  await client.query(
    `insert into runs (tenant_id, id, kind, number, subject_id, subject_name, subject_version, plan, status, dry_run, parameters, trigger,
       started_by, finished_at)
     select run.tenant_id, copies.id, run.kind, copies.number, run.subject_id, run.subject_name, run.subject_version, run.plan, run.status,
       run.dry_run, run.parameters || '{"seeded": true}', run.trigger, run.started_by, run.finished_at
     from runs run, copies where run.id = $1`,
    [sample.id],
  );
  await client.query(
    `insert into run_steps (tenant_id, run_id, step_id, position, phase, type, title, status, attempt, started_at, finished_at, output)
     select step.tenant_id, copies.id, step.step_id, step.position, step.phase, step.type, step.title, step.status, step.attempt,
       step.started_at, step.finished_at, step.output
     from run_steps step, copies where step.run_id = $1`,
    [sample.id],
  );
  await client.query("commit");
  await client.query("analyze runs, run_steps");
  await client.end();
}
