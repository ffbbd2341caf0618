import { type Clock, type Db, frameOf, type Log, type Signals, sql, unnamed } from "@opsplane/runtime";

interface StoredEvent {
  tenant_id: string;
  type: string;
  subject_id: string;
  actor: string;
  data: Record<string, unknown>;
  created_at: string;
}

/** An event as every stream sends it, with the cursor of whoever has seen its batch. */
interface EventFrame {
  type: string;
  frame: string;
}

export type Batch = EventFrame[];

type Listener = (batch: Batch | "reset") => void;

export interface Hub {
  /**
   * Events of one tenant from now on. With a cursor also those since then, or `reset` when that is too long ago. Returns the
   * cursor of a reader that has received nothing yet.
   */
  subscribe(
    tenantId: string,
    since: string | undefined,
    listener: Listener,
  ): Promise<{ cursor: string; remove: () => void }>;
  /** Events were committed here. */
  wake(): void;
  subscribers(): number;
  close(): void;
}

const pollMs = 2_000;
const maxReplayed = 1_000;
const keptMs = 24 * 3_600_000;

/**
 * Follows the events table for everyone who is connected to this instance, with one query however many they are.
 *
 * Numbers are given before a transaction commits, so that "everything after number N" would miss a slower neighbour. A cursor is
 * therefore a PostgreSQL snapshot, which knows of every transaction whether it was visible: new is what the last one did not show.
 */
export function openHub(system: Db, signals: Signals, clock: Clock, log: Log): Hub {
  const listeners = new Map<string, Set<Listener>>();
  let snapshot: string | undefined;
  let looking: Promise<void> = Promise.resolve();
  let queued = false;
  let closed = false;

  /** One look after the other: each tells everyone what is new since the one before. */
  function look(): Promise<void> {
    if (!queued) {
      queued = true;
      looking = looking.then(deliverNew);
    }
    return looking;
  }

  async function deliverNew(): Promise<void> {
    queued = false;
    const tenants = [...listeners.keys()];
    const { now, events } = await readBetween(system, tenants, snapshot, undefined, 100_000).catch((error: unknown) => {
      log.debug({ error: String(error) }, "reading events failed; trying again");
      return { now: snapshot, events: [] };
    });
    snapshot = now;
    if (now === undefined) return;
    for (const [tenantId, set] of listeners) {
      const fresh = events.filter((event) => event.tenant_id === tenantId);
      if (fresh.length === 0) continue;
      const batch = batchOf(fresh, now, clock);
      for (const listener of set) listener(batch);
    }
  }

  function wake(): void {
    if (!closed && listeners.size > 0) void look();
  }

  function add(tenantId: string, listener: Listener): () => void {
    const set = listeners.get(tenantId) ?? new Set();
    listeners.set(tenantId, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0) listeners.delete(tenantId);
      if (listeners.size === 0) snapshot = undefined;
    };
  }

  signals.on("opsplane_events", wake);
  const timer = setInterval(wake, pollMs);
  return {
    wake,
    subscribers: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    close: () => {
      closed = true;
      clearInterval(timer);
    },
    subscribe: async (tenantId, since, listener) => {
      await look();
      // From this very snapshot on the hub tells the newcomer; up to it the replay does. What comes meanwhile waits its turn.
      const until = snapshot;
      const waiting: (Batch | "reset")[] = [];
      let caughtUp = since === undefined;
      const remove = add(tenantId, (batch) => (caughtUp ? listener(batch) : waiting.push(batch)));
      if (since !== undefined) {
        const missed = await replay(system, clock, tenantId, since, until).catch(() => "reset" as const);
        if (missed) listener(missed);
        for (const batch of waiting) listener(batch);
        caughtUp = true;
      }
      return { cursor: until === undefined ? "" : cursorOf(until, clock), remove };
    },
  };
}

/** Each event becomes text once, however many streams carry it. */
function batchOf(events: readonly StoredEvent[], snapshot: string, clock: Clock): Batch {
  const id = cursorOf(snapshot, clock);
  return events.map(({ type, subject_id, actor, data, created_at }) => ({
    type,
    frame: frameOf({ id, type: "change", data: { type, subject_id, actor, data, created_at } }),
  }));
}

/** Events that the snapshot `since` did not show and `until` (by default: now) does. Without `since` only the time is taken. */
async function readBetween(
  system: Db,
  tenants: readonly string[],
  since: string | undefined,
  until: string | undefined,
  limit: number,
): Promise<{ now: string | undefined; events: StoredEvent[] }> {
  const rows = await system.rows<StoredEvent & { now: string }>(sql`
    select look.now::text as now, event.tenant_id, event.type, event.subject_id, event.actor, event.data, event.created_at
    from (select coalesce(${until ?? null}::pg_snapshot, pg_current_snapshot()) as now, ${since ?? null}::pg_snapshot as since) look
    left join events event
      on event.tenant_id = any (${tenants}) and event.xid >= pg_snapshot_xmin(look.since)
      and not pg_visible_in_snapshot(event.xid, look.since) and pg_visible_in_snapshot(event.xid, look.now)
    order by event.seq limit ${limit}`);
  return { now: rows[0]?.now, events: rows.filter(({ type }) => type !== null) };
}

/** Stops at one too many: reading them in order would first sort all that came since. */
async function countBetween(system: Db, tenantId: string, since: string, until: string): Promise<number> {
  const found = await system.first<{ missed: number }>(
    unnamed(sql`
      select count(*) as missed from (
        select from events
        where tenant_id = ${tenantId} and xid >= pg_snapshot_xmin(${since}::pg_snapshot)
          and not pg_visible_in_snapshot(xid, ${since}::pg_snapshot) and pg_visible_in_snapshot(xid, ${until}::pg_snapshot)
        limit ${maxReplayed + 1}
      ) missed`),
  );
  return found?.missed ?? 0;
}

async function replay(
  system: Db,
  clock: Clock,
  tenantId: string,
  cursor: string,
  until: string | undefined,
): Promise<Batch | "reset" | undefined> {
  const [, since, seconds] = /^(\d{1,19}:\d{1,19}:[\d,]{0,2000})\.(\d{1,12})$/.exec(cursor) ?? [];
  if (!since || !until || Number(seconds) * 1000 < clock.now().getTime() - keptMs) return "reset";
  // A snapshot from the future: the database was restored from a backup.
  if (BigInt(since.split(":")[1] ?? 0) > BigInt(until.split(":")[1] ?? 0)) return "reset";
  if ((await countBetween(system, tenantId, since, until)) > maxReplayed) return "reset";
  const { events } = await readBetween(system, [tenantId], since, until, maxReplayed);
  return events.length > 0 ? batchOf(events, until, clock) : undefined;
}

/** With the time, since a cursor older than what is kept is worth nothing. */
function cursorOf(snapshot: string, clock: Clock): string {
  return `${snapshot}.${Math.floor(clock.now().getTime() / 1000)}`;
}
