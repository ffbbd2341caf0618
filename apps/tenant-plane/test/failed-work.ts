import pg from "pg";

interface FailedWorkInput {
  kind: string;
  workId: string;
  reason?: string;
  /** Minutes until the next try. Without it the work is set aside. */
  nextTryMinutes?: number;
}

/** Notes work of a tenant as failed, as the plane would; returns its id. */
export async function failedWork(
  { databaseUrl }: { databaseUrl: string },
  tenantId: string,
  { kind, workId, reason = "It failed.", nextTryMinutes }: FailedWorkInput,
): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `insert into set_aside (tenant_id, id, kind, work_id, reason, tries, retry_at)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, app_now() + make_interval(mins => $6)) returning id`,
    [tenantId, kind, workId, reason, nextTryMinutes === undefined ? 6 : 4, nextTryMinutes ?? null],
  );
  await client.end();
  return rows[0]?.id ?? "";
}
