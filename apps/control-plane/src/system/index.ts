import { type Base, type Database, deleteOldJobs, readHealth, type Schedule, sql } from "@opsplane/runtime";
import type { FeatureOf } from "../core.ts";
import { version } from "../version.ts";

/** Health, and the removal of old rows. */
export function openSystem(base: Base, isDurableRunning: () => boolean): FeatureOf<"system"> {
  return {
    handlers: {
      system: {
        health: async ({ reply }) => {
          const health = await readHealth(base, {
            version,
            isDurableRunning: isDurableRunning(),
            others: async () => [],
          });
          if (health.status === "down") reply.code(503);
          return health;
        },
      },
    },
    schedules: [maintenance(base.database)],
  };
}

/** Deletes rows that are no longer needed. */
function maintenance(database: Database): Schedule {
  return {
    name: "system.maintenance",
    everyMs: 10 * 60_000,
    runsOn: "one-worker",
    run: async () => {
      await database.system.run(sql`delete from idempotency_keys where created_at < app_now() - interval '25 hours'`);
      await database.system.run(sql`delete from events where created_at < app_now() - interval '25 hours'`);
      await database.system.run(sql`delete from sessions where expires_at < app_now() - interval '1 day'`);
      await database.system.run(sql`delete from login_attempts where window_ends < app_now()`);
      await deleteOldJobs(database.system);
    },
  };
}
