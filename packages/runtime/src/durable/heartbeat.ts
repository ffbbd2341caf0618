import { DBOSExecutor } from "@dbos-inc/dbos-sdk/internal/dbos-executor";
import type { Log } from "../log.ts";
import type { Database } from "../postgres/database.ts";
import { sql } from "../postgres/sql.ts";

const heartbeatMs = 1_000;
const deadAfterSeconds = 10;

export interface HeartbeatOptions {
  database: Database;
  instanceId: string;
  log: Log;
  /** Another instance took this one for dead and has taken over its work: it must not go on. */
  onSuperseded(): void;
}

export interface Heartbeat {
  stop(): void;
  /** Lets a live instance, or the next one to start, take over the work that is left at once. */
  leave(): Promise<void>;
}

/** From now on this instance counts as alive, and it takes over the workflows of instances that stop beating. */
export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { database, instanceId, log, onSuperseded } = options;
  let beating = false;
  const beat = async () => {
    const { alive, dead } = await pulse(database, instanceId);
    if (!alive) return onSuperseded();
    for (const instance of dead) {
      // The engine recovers only its own instance by itself. This internal call recovers another's; the package is pinned.
      const handles = await DBOSExecutor.globalInstance?.recoverPendingWorkflows([instance]);
      log.info({ instance, workflows: handles?.length ?? 0 }, "took over the work of an instance that is gone");
    }
  };
  const timer = setInterval(() => {
    if (beating) return;
    beating = true;
    beat()
      .catch((error: unknown) => log.warn({ error: String(error) }, "the heartbeat of this instance failed"))
      .finally(() => {
        beating = false;
      });
  }, heartbeatMs);
  return {
    stop: () => clearInterval(timer),
    leave: async () => {
      await database.system
        .run(sql`update instances set seen_at = 'epoch' where id = ${instanceId}`)
        .catch(() => undefined);
    },
  };
}

/** Before the engine launches, because other instances recover the workflows of instances that they do not know. */
export async function registerInstance(database: Database, instanceId: string): Promise<void> {
  await database.system.run(
    sql`insert into instances (id) values (${instanceId}) on conflict (id) do update set seen_at = now()`,
  );
}

/** Deleting the row of a dead instance is taking over its work: of two instances that try, one deletes it. */
async function pulse(database: Database, instanceId: string): Promise<{ alive: boolean; dead: string[] }> {
  const found = await database.heartbeat.first<{ alive: boolean; dead: string[] }>(sql`
    with beat as (
      update instances set seen_at = now() where id = ${instanceId} returning id
    ), gone as (
      delete from instances where seen_at < now() - make_interval(secs => ${deadAfterSeconds}) and id <> ${instanceId} returning id
    )
    select exists (select from beat) as alive, array(select id from gone) as dead`);
  return found ?? { alive: true, dead: [] };
}
