import { type Database, type Log, sql } from "@opsplane/runtime";

const everyMs = 10 * 60_000;

/** Throws away what nobody will ask for again. Any instance may do it; doing it twice is harmless. */
export function startMaintenance(database: Database, log: Log): () => void {
  const sweep = async () => {
    await database.system.run(sql`delete from idempotency_keys where created_at < now() - interval '25 hours'`);
    await database.system.run(sql`delete from events where created_at < now() - interval '25 hours'`);
    // Long after the last retry of any sender.
    await database.system.run(sql`delete from ingest_batches where begun_at < now() - interval '24 hours'`);
    await database.system.run(sql`delete from sessions where expires_at < now() - interval '1 day'`);
    await database.system.run(sql`delete from login_attempts where window_ends < now()`);
    // The durable engine keeps finished work for ever; a week is enough to look into what went wrong.
    await database.system.run(sql`
      delete from dbos.workflow_status
      where status in ('SUCCESS', 'ERROR', 'CANCELLED') and updated_at < (extract(epoch from now()) - 7 * 86400) * 1000`);
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.warn({ error: String(error) }, "sweeping old rows failed"));
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
