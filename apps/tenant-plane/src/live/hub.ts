import { type Clock, type Db, frameOf, type Log, type Signals, sql, unnamed } from "@opsplane/runtime";

interface StoredEvent {
  tenant_id: string;
  type: string;
  subject_id: string;
  actor: string;
  data: Record<string, unknown>;
  created_at: string;
}

/** An encoded event. Its id is the cursor after its batch. */
interface EventFrame {
  type: string;
  frame: string;
}

export type Batch = EventFrame[];

type Listener = (batch: Batch | "reset") => void;

export interface Hub {
  /**
   * Subscribes to the events of one tenant. With a cursor, first replays the events since then, or sends `reset` when it is too old.
   * Returns the cursor of the start.
   */
  subscribe(
    tenantId: string,
    since: string | undefined,
    listener: Listener,
  ): Promise<{ cursor: string; remove: () => void }>;
  /** Called when this instance has committed events. */
  wake(): void;
  subscribers(): number;
  close(): void;
}

const pollMs = 2_000;
const maxReplayed = 1_000;
const maxRead = 100_000;
const keptMs = 24 * 3_600_000;

/**
 * Follows the events table for all connections of this instance with one query.
 *
 * Sequence numbers are assigned before commit, so "everything after number N" would miss a slower transaction. A cursor is therefore
 * a PostgreSQL snapshot. New events are those that were not visible in the last snapshot.
 */
export function openHub(system: Db, signals: Signals, clock: Clock, log: Log): Hub {
  const listeners = new Map<string, Set<Listener>>();
  let snapshot: string | undefined;
  let looking: Promise<void> = Promise.resolve();
  let queued = false;
  let closed = false;

  /** Reads run in sequence. Each delivers the events since the previous one. */
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
    const { now, events } = await readBetween(system, tenants, snapshot, undefined, maxRead).catch((error: unknown) => {
      log.debug({ error: String(error) }, "reading events failed; retrying");
      return { now: snapshot, events: [] };
    });
    snapshot = now;
    if (now === undefined) return;
    if (events.length === maxRead) {
      // Some were not read, of which tenant nobody knows.
      for (const set of listeners.values()) for (const listener of set) listener("reset");
      return;
    }
    for (const [tenantId, fresh] of byTenant(events)) {
      const batch = batchOf(fresh, now, clock);
      for (const listener of listeners.get(tenantId) ?? []) listener(batch);
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
      // The replay covers events up to this snapshot, the hub those after it. Events that arrive during the replay wait.
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

function byTenant(events: readonly StoredEvent[]): Map<string, StoredEvent[]> {
  const groups = new Map<string, StoredEvent[]>();
  for (const event of events) {
    const group = groups.get(event.tenant_id);
    if (group) group.push(event);
    else groups.set(event.tenant_id, [event]);
  }
  return groups;
}

/** Encodes each event once for all streams. */
function batchOf(events: readonly StoredEvent[], snapshot: string, clock: Clock): Batch {
  const id = cursorOf(snapshot, clock);
  return events.map(({ type, subject_id, actor, data, created_at }) => ({
    type,
    frame: frameOf({ id, type: "change", data: { type, subject_id, actor, data, created_at } }),
  }));
}

/** Events that are visible in `until` (default: now) but not in `since`. Without `since` only the snapshot is returned. */
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

/** Counts up to one more than the limit, because an ordered read would first sort all events. */
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

/** Includes the time, because a cursor older than the kept events is useless. */
function cursorOf(snapshot: string, clock: Clock): string {
  return `${snapshot}.${Math.floor(clock.now().getTime() / 1000)}`;
}
