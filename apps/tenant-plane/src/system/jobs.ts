import { type Database, deleteOldJobs, type Schedule, sql } from "@opsplane/runtime";

/** Deletes rows that are no longer needed. */
export function maintenance(database: Database): Schedule {
  return {
    name: "system.maintenance",
    everyMs: 10 * 60_000,
    runsOn: "one-worker",
    run: async () => {
      await database.system.run(sql`delete from idempotency_keys where created_at < app_now() - interval '25 hours'`);
      await database.system.run(sql`delete from events where created_at < app_now() - interval '25 hours'`);
      // Long after the last retry of any sender.
      await database.system.run(sql`delete from ingest_batches where begun_at < app_now() - interval '24 hours'`);
      await database.system.run(sql`delete from sessions where expires_at < app_now() - interval '1 day'`);
      await database.system.run(sql`delete from login_attempts where window_ends < app_now()`);
      await deleteOldJobs(database.system);
    },
  };
}
