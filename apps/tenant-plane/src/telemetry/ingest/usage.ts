import type { TelemetryKind } from "@opsplane/contract";
import { type Database, type Log, type Schedule, sql } from "@opsplane/runtime";
import { type MeteredUse, meterUsage } from "../../records/metering.ts";
import { meterOf } from "../meters.ts";

/** What a request brought, for the tenant's quota and the collector's counters. */
interface Received {
  tenantId: string;
  kind: TelemetryKind;
  collectorId: string | undefined;
  bytes: number;
  rows: number;
}

interface CollectorUse {
  id: string;
  charge: number;
  count: number;
}

export interface Usage {
  count(received: Received): void;
  readonly schedule: Schedule;
  close(): Promise<void>;
}

const everyMs = 2_000;

/** Counts in memory and writes every two seconds: one row for each tenant and kind, however many requests there were. */
export function openUsage(database: Database, log: Log): Usage {
  let byMeter = new Map<string, MeteredUse>();
  let byCollector = new Map<string, CollectorUse>();
  let writing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    const [meters, collectors] = [[...byMeter.values()], [...byCollector.values()]];
    if (meters.length === 0) return;
    byMeter = new Map();
    byCollector = new Map();
    try {
      await database.inSystem(async (tx) => {
        await meterUsage(tx, meters);
        await tx.run(sql`
          update collectors set bytes = collectors.bytes + counted.charge, rows = collectors.rows + counted.count, last_used_at = app_now()
          from jsonb_to_recordset(${JSON.stringify(collectors)}::jsonb) as counted(id uuid, charge bigint, count bigint)
          where collectors.id = counted.id`);
      });
    } catch (error) {
      log.warn({ error: String(error) }, "telemetry usage could not be written; it is tried again");
      for (const use of meters) add(byMeter, `${use.tenant_id} ${use.meter}`, use);
      for (const collector of collectors) add(byCollector, collector.id, collector);
    }
  }
  const write = () => {
    writing = writing.then(flush);
    return writing;
  };
  return {
    count: ({ tenantId, kind, collectorId, bytes, rows }) => {
      const [meter, used] = [meterOf(kind), { charge: bytes, count: rows }];
      add(byMeter, `${tenantId} ${meter}`, { tenant_id: tenantId, meter, ...used });
      if (collectorId !== undefined) add(byCollector, collectorId, { id: collectorId, ...used });
    },
    schedule: { name: "telemetry.usage", everyMs, runsOn: "every-instance", run: write },
    close: write,
  };
}

function add<T extends { charge: number; count: number }>(into: Map<string, T>, key: string, more: T): void {
  const before = into.get(key);
  if (!before) into.set(key, { ...more });
  else {
    before.charge += more.charge;
    before.count += more.count;
  }
}
