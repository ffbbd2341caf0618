import { type Db, type Log, type Signals, sql } from "@opsplane/runtime";

export interface StoredEvent {
  seq: number;
  tenant_id: string;
  type: string;
  subject_id: string;
  actor: string;
  data: Record<string, unknown>;
  created_at: string;
}

export interface Batch {
  /** Where a reader who has seen this batch can go on. */
  cursor: string;
  events: StoredEvent[];
}

export interface Hub {
  /** Events of one tenant from now on; with a cursor also what came since, or `reset` when that is too long ago. */
  subscribe(tenantId: string, since: string | undefined, hear: (batch: Batch | "reset") => void): Promise<() => void>;
  /** Events were committed here. */
  wake(): void;
  subscribers(): number;
  close(): void;
}

const pollMs = 2_000;
const mostReplayed = 1_000;
const keptHours = 24;

/**
 * Follows the events table for everyone who is connected to this instance, with one query however many they are.
 *
 * Numbers are given before a transaction commits, so that "everything after number N" would miss a slower neighbour. The cursor
 * is the oldest transaction that was still running at the last look (xmin): everything before it has been seen, everything
 * from it on is read again and told apart by its number.
 */
export function openHub(system: Db, signals: Signals, log: Log): Hub {
  const hearers = new Map<string, Set<(batch: Batch | "reset") => void>>();
  let seen = new Set<number>();
  let xmin: string | undefined;
  let busy: Promise<void> | undefined;
  let again = false;
  let closed = false;

  async function look(): Promise<void> {
    const tenants = [...hearers.keys()];
    if (tenants.length === 0) {
      xmin = undefined;
      return;
    }
    const { now, events } = await readSince(system, tenants, xmin);
    const fresh = events.filter(({ seq }) => !seen.has(seq));
    seen = new Set(events.map(({ seq }) => seq));
    const first = xmin === undefined;
    xmin = now;
    if (first) return;
    for (const [tenantId, set] of hearers) {
      const mine = fresh.filter((event) => event.tenant_id === tenantId);
      if (mine.length > 0) for (const hear of set) hear({ cursor: cursorOf(now), events: mine });
    }
  }

  function wake(): void {
    if (closed || hearers.size === 0) return;
    if (busy) {
      again = true;
      return;
    }
    busy = look()
      .catch((error: unknown) => log.debug({ error: String(error) }, "reading events failed; trying again"))
      .finally(() => {
        busy = undefined;
        if (again) {
          again = false;
          wake();
        }
      });
  }

  signals.on("opsplane_events", wake);
  const timer = setInterval(wake, pollMs);
  return {
    wake,
    subscribers: () => [...hearers.values()].reduce((sum, set) => sum + set.size, 0),
    close: () => {
      closed = true;
      clearInterval(timer);
    },
    subscribe: async (tenantId, since, hear) => {
      const set = hearers.get(tenantId) ?? new Set();
      hearers.set(tenantId, set.add(hear));
      if (xmin === undefined) await (busy ?? look());
      const missed = since === undefined ? undefined : await replay(system, tenantId, since);
      if (missed) hear(missed);
      return () => {
        set.delete(hear);
        if (set.size === 0) hearers.delete(tenantId);
      };
    },
  };
}

async function readSince(
  system: Db,
  tenants: readonly string[],
  xmin: string | undefined,
  limit = 100_000,
): Promise<{ now: string; events: StoredEvent[] }> {
  const rows = await system.rows<StoredEvent & { now: string }>(sql`
    select look.now, event.seq, event.tenant_id, event.type, event.subject_id, event.actor, event.data, event.created_at
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as now) look
    left join events event on event.tenant_id = any (${tenants}) and event.xid >= coalesce(${xmin ?? null}::text, look.now)::xid8
    order by event.seq limit ${limit}`);
  return { now: rows[0]?.now ?? "0", events: rows.filter(({ seq }) => seq !== null) };
}

async function replay(system: Db, tenantId: string, since: string): Promise<Batch | "reset" | undefined> {
  const [xmin, seconds] = since.split(".");
  if (!/^\d{1,19}$/.test(xmin ?? "") || !(Number(seconds) * 1000 > Date.now() - keptHours * 3_600_000)) return "reset";
  const { now, events } = await readSince(system, [tenantId], xmin, mostReplayed + 1);
  if (events.length > mostReplayed || BigInt(xmin ?? 0) > BigInt(now)) return "reset";
  return events.length > 0 ? { cursor: cursorOf(now), events } : undefined;
}

/** With the time, since a cursor older than what is kept is worth nothing. */
function cursorOf(xmin: string): string {
  return `${xmin}.${Math.floor(Date.now() / 1000)}`;
}
