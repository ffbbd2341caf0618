import type { Log } from "../log.ts";
import type { Database } from "../postgres/database.ts";
import { sql } from "../postgres/sql.ts";
import { takeOverWork } from "./takeover.ts";

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
  takeNoMore(): void;
  stop(): void;
  /** Says goodbye, so that another instance takes over the remaining work immediately. */
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
    const { alive, lost } = await pulse(options);
    if (!alive) return onSuperseded();
    if (!lost || !takesOver || now < notBefore) return;
    const taken = await database.inSystem((tx) => takeOverWork(tx, options));
    if (taken.instances.length > 0 || taken.recovered > 0) log.info(taken, "took over the work of stopped instances");
    for (const setAside of taken.setAside)
      log.error(setAside, "work was set aside, because the server ended while it ran");
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
    takeNoMore: () => {
      takesOver = false;
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

/** Whether this instance still counts as alive, and whether there is work without a living owner. */
async function pulse({
  database,
  instanceId,
  takeoverSeconds,
}: HeartbeatOptions): Promise<{ alive: boolean; lost: boolean }> {
  const found = await database.heartbeat.first<{ alive: boolean; lost: boolean }>(sql`
    with beat as (
      update instances set seen_at = now() where id = ${instanceId} returning id
    )
    select exists (select from beat) as alive,
      exists (select from instances where seen_at < now() - make_interval(secs => ${takeoverSeconds}) and id <> ${instanceId})
      or exists (
        select from dbos.workflow_status work where status = 'PENDING' and not exists (select from instances where id = work.executor_id)
      ) as lost`);
  return found ?? { alive: true, lost: false };
}
