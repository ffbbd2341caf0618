import { DBOSExecutor } from "@dbos-inc/dbos-sdk/internal/dbos-executor";
import type { Log } from "../log.ts";
import type { Database } from "../postgres/database.ts";
import { sql } from "../postgres/sql.ts";

export interface HeartbeatOptions {
  database: Database;
  instanceId: string;
  log: Log;
  /** An instance without a heartbeat for this long is dead. */
  takeoverSeconds: number;
  /** Called when another instance has taken over this one's work. This instance must stop. */
  onSuperseded(): void;
}

export interface Heartbeat {
  /** From now on it takes over the work of dead instances. */
  takeOver(): void;
  stop(): void;
  /** Lets another instance take over the remaining work immediately. */
  leave(): Promise<void>;
}

/**
 * Registers this instance and keeps its heartbeat. It starts before the engine launches, because other instances take an instance
 * without a heartbeat for dead, and a launch can take long on a busy machine.
 */
export async function startHeartbeat(options: HeartbeatOptions): Promise<Heartbeat> {
  const { database, instanceId, log, takeoverSeconds, onSuperseded } = options;
  const takeoverMs = takeoverSeconds * 1000;
  await register(database, instanceId);
  let beating = false;
  let takesOver = false;
  let last = Date.now();
  let notBefore = 0;
  const beat = async () => {
    const now = Date.now();
    // A machine that was suspended, or a slow database, stops the heartbeats of all. They get the time to beat again.
    if (now - last > takeoverMs / 2) notBefore = now + takeoverMs;
    last = now;
    const { alive, dead } = await pulse(options, takesOver && now >= notBefore);
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
  }, takeoverMs / 10).unref();
  return {
    takeOver: () => {
      takesOver = true;
    },
    stop: () => clearInterval(timer),
    leave: async () => {
      await database.system
        .run(sql`update instances set seen_at = 'epoch' where id = ${instanceId}`)
        .catch(() => undefined);
    },
  };
}

async function register(database: Database, instanceId: string): Promise<void> {
  await database.system.run(
    sql`insert into instances (id) values (${instanceId}) on conflict (id) do update set seen_at = now()`,
  );
}

/** Deleting the row of a dead instance takes over its work. When two instances try, only one deletes it. */
async function pulse(
  { database, instanceId, takeoverSeconds }: HeartbeatOptions,
  takesOver: boolean,
): Promise<{ alive: boolean; dead: string[] }> {
  const found = await database.heartbeat.first<{ alive: boolean; dead: string[] }>(sql`
    with beat as (
      update instances set seen_at = now() where id = ${instanceId} returning id
    ), gone as (
      delete from instances where seen_at < now() - make_interval(secs => ${takeoverSeconds}) and id <> ${instanceId}
        and ${takesOver} returning id
    )
    select exists (select from beat) as alive, array(select id from gone) as dead`);
  return found ?? { alive: true, dead: [] };
}
