import type { TelemetryKind } from "@opsplane/contract";
import { type Database, type Log, sql } from "@opsplane/runtime";

/** What a request brought, for the tenant's quota and the collector's counters. */
interface Received {
  tenantId: string;
  kind: TelemetryKind;
  collectorId: string | undefined;
  bytes: number;
  rows: number;
}

export interface Usage {
  count(received: Received): void;
  close(): Promise<void>;
}

const everyMs = 2_000;

/** Counts in memory and writes it down every two seconds: a row for each tenant and kind, however many requests there were. */
export function openUsage(database: Database, log: Log): Usage {
  let byKind = new Map<string, { tenant_id: string; kind: string; bytes: number; rows: number }>();
  let byCollector = new Map<string, { id: string; bytes: number; rows: number }>();
  let writing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    const [kinds, collectors] = [[...byKind.values()], [...byCollector.values()]];
    if (kinds.length === 0) return;
    byKind = new Map();
    byCollector = new Map();
    try {
      await database.inSystem(async (tx) => {
        await tx.run(sql`
          insert into telemetry_usage (tenant_id, day, kind, bytes, rows)
          select tenant_id, (now() at time zone 'UTC')::date, kind, bytes, rows
          from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as told(tenant_id text, kind text, bytes bigint, rows bigint)
          order by tenant_id, kind
          on conflict (tenant_id, day, kind) do update
          set bytes = telemetry_usage.bytes + excluded.bytes, rows = telemetry_usage.rows + excluded.rows`);
        await tx.run(sql`
          update collectors set bytes = collectors.bytes + told.bytes, rows = collectors.rows + told.rows, last_used_at = now()
          from jsonb_to_recordset(${JSON.stringify(collectors)}::jsonb) as told(id uuid, bytes bigint, rows bigint)
          where collectors.id = told.id`);
      });
    } catch (error) {
      log.warn({ error: String(error) }, "telemetry usage could not be written; it is tried again");
      for (const { tenant_id, kind, bytes, rows } of kinds)
        add(byKind, `${tenant_id} ${kind}`, { tenant_id, kind, bytes, rows });
      for (const collector of collectors) add(byCollector, collector.id, collector);
    }
  }
  const write = () => {
    writing = writing.then(flush);
    return writing;
  };
  const timer = setInterval(() => void write(), everyMs);
  return {
    count: ({ tenantId, kind, collectorId, bytes, rows }) => {
      add(byKind, `${tenantId} ${kind}`, { tenant_id: tenantId, kind, bytes, rows });
      if (collectorId !== undefined) add(byCollector, collectorId, { id: collectorId, bytes, rows });
    },
    close: () => {
      clearInterval(timer);
      return write();
    },
  };
}

function add<T extends { bytes: number; rows: number }>(into: Map<string, T>, key: string, more: T): void {
  const before = into.get(key);
  if (!before) into.set(key, { ...more });
  else {
    before.bytes += more.bytes;
    before.rows += more.rows;
  }
}
