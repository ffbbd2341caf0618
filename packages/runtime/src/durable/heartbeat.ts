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
  /** Called when another instance has taken over this one's work. This instance must stop. */
  onSuperseded(): void;
}

export interface Heartbeat {
  stop(): void;
  /** Lets another instance take over the remaining work immediately. */
  leave(): Promise<void>;
}

/** Starts the heartbeat of this instance, and takes over the workflows of instances whose heartbeat stops. */
export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { database, instanceId, log, onSuperseded } = options;
  let beating = false;
  const beat = async () => {
    const { alive, dead } = await pulse(database, instanceId);
    if (!alive) return onSuperseded();
    for (const instance of dead) {
      // The engine recovers only its own workflows. This internal call recovers those of another instance; the package version is pinned.
      const handles = await DBOSExecutor.globalInstance?.recoverPendingWorkflows([instance]);
      log.info({ instance, workflows: handles?.length ?? 0 }, "took over the work of a stopped instance");
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

/** Runs before the engine launches, because other instances recover the workflows of unknown instances. */
export async function registerInstance(database: Database, instanceId: string): Promise<void> {
  await database.system.run(
    sql`insert into instances (id) values (${instanceId}) on conflict (id) do update set seen_at = now()`,
  );
}

/** Deleting the row of a dead instance takes over its work. When two instances try, only one deletes it. */
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
