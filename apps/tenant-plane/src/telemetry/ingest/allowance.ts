import type { Limits, TelemetryKind } from "@opsplane/contract";
import { type Database, fail, sql } from "@opsplane/runtime";
import { monthStart, usedSince } from "../../records/metering.ts";
import { telemetryMeters } from "../meters.ts";

/** What a tenant may send and how long it is kept. */
export interface Allowance {
  /** Refuses when the month's volume is used up; answers with the days that rows of this kind are kept, 0 forever. */
  keepDays(tenantId: string, kind: TelemetryKind, limits: Limits): Promise<number>;
}

interface Facts {
  monthBytes: number;
  days: Record<TelemetryKind, number | null>;
  until: number;
}

/** Read again this often: another instance's requests and changed settings count soon enough. */
const freshMs = 10_000;
const gigabyte = 1e9;

export function openAllowance(database: Database, now: () => Date): Allowance {
  const known = new Map<string, Facts>();
  const factsOf = async (tenantId: string): Promise<Facts> => {
    const at = now().getTime();
    const remembered = known.get(tenantId);
    if (remembered && remembered.until > at) return remembered;
    const facts = { ...(await load(database, tenantId, now())), until: at + freshMs };
    known.set(tenantId, facts);
    return facts;
  };
  return {
    keepDays: async (tenantId, kind, limits) => {
      const { monthBytes, days } = await factsOf(tenantId);
      const allowed = limits.data_gb_per_month;
      if (allowed !== null && monthBytes >= allowed * gigabyte)
        fail("QUOTA_EXCEEDED", `This month's ${allowed} GB of telemetry are used up.`);
      return daysKept(days[kind], limits.retention_days);
    },
  };
}

/** The shorter of what was chosen and what the plan allows; 0 where neither says. */
function daysKept(chosen: number | null, allowed: number | null): number {
  if (chosen === null || allowed === null) return chosen ?? allowed ?? 0;
  return Math.min(chosen, allowed);
}

async function load(database: Database, tenantId: string, now: Date): Promise<Omit<Facts, "until">> {
  const { system } = database;
  const [used, chosen] = await Promise.all([
    usedSince(system, tenantId, telemetryMeters, monthStart(now)),
    system.first<Facts["days"]>(sql`
      select logs_days as logs, metrics_days as metrics, traces_days as traces, flows_days as flows
      from telemetry_settings where tenant_id = ${tenantId}`),
  ]);
  return {
    monthBytes: used.reduce((sum, { charge }) => sum + charge, 0),
    days: chosen ?? { logs: null, metrics: null, traces: null, flows: null },
  };
}
