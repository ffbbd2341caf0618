import { type Schedule, sql } from "@opsplane/runtime";
import type { Core } from "../core.ts";

const batch = 1_000;

/** Deletes runs that ended long ago, with their steps and output. What a person did stays in the audit log. */
export function runRetention({ database, config }: Pick<Core, "database" | "config">): Schedule {
  return {
    name: "runs.retention",
    everyMs: 3_600_000,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      for (let deleted = batch; deleted === batch; ) {
        signal.throwIfAborted();
        deleted = await database.system.run(sql`
          delete from runs where (tenant_id, id) in (
            select tenant_id, id from runs
            where finished_at < app_now() - make_interval(days => ${config.runDays}) order by finished_at limit ${batch})`);
      }
      await database.system.run(sql`delete from workflow_calls where created_at < app_now() - interval '1 day'`);
    },
  };
}
