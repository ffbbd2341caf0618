import type { TelemetryKind } from "@opsplane/contract";
import { type Database, type Log, type Schedule, sql } from "@opsplane/runtime";

/** The volume of a request, for the tenant's quota and the collector's counters. */
interface Received {
  tenantId: string;
  kind: TelemetryKind;
  collectorId: string | undefined;
  bytes: number;
  rows: number;
}

export interface Usage {
  count(received: Received): void;
  readonly schedule: Schedule;
  close(): Promise<void>;
}

const everyMs = 2_000;

/** Counts in memory and writes every two seconds: one row per tenant and kind, for any number of requests. */
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
          select tenant_id, (app_now() at time zone 'UTC')::date, kind, bytes, rows
          from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as counted(tenant_id text, kind text, bytes bigint, rows bigint)
          order by tenant_id, kind
          on conflict (tenant_id, day, kind) do update
          set bytes = telemetry_usage.bytes + excluded.bytes, rows = telemetry_usage.rows + excluded.rows`);
        await tx.run(sql`
          update collectors set bytes = collectors.bytes + counted.bytes, rows = collectors.rows + counted.rows, last_used_at = app_now()
          from jsonb_to_recordset(${JSON.stringify(collectors)}::jsonb) as counted(id uuid, bytes bigint, rows bigint)
          where collectors.id = counted.id`);
      });
    } catch (error) {
      log.warn({ error: String(error) }, "telemetry usage could not be written and will be retried");
      for (const { tenant_id, kind, bytes, rows } of kinds)
        add(byKind, `${tenant_id} ${kind}`, { tenant_id, kind, bytes, rows });
      for (const collector of collectors) add(byCollector, collector.id, collector);
    }
  }
  const write = () => {
    writing = writing.then(flush);
    return writing;
  };
  return {
    count: ({ tenantId, kind, collectorId, bytes, rows }) => {
      add(byKind, `${tenantId} ${kind}`, { tenant_id: tenantId, kind, bytes, rows });
      if (collectorId !== undefined) add(byCollector, collectorId, { id: collectorId, bytes, rows });
    },
    schedule: { name: "telemetry.usage", everyMs, runsOn: "every-instance", run: write },
    close: write,
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
