import type { Limits, TelemetryKind } from "@opsplane/contract";
import { type Database, fail, sql } from "@opsplane/runtime";
import { monthEnd, monthStart, usedSince } from "../../records/metering.ts";
import { telemetryMeters } from "../meters.ts";

/** A tenant's monthly quota and retention. */
export interface Allowance {
  /** Returns the retention of this kind in days; 0 means forever. Throws when the monthly quota is used up. */
  keepDays(tenantId: string, kind: TelemetryKind, limits: Limits): Promise<number>;
}

interface Facts {
  monthBytes: number;
  days: Record<TelemetryKind, number | null>;
}

/** Quota and settings are cached this long. Changes by other instances take effect after at most this time. */
const freshMs = 10_000;
const gigabyte = 1e9;

export function openAllowance(database: Database, now: () => Date): Allowance {
  /** By tenant, the oldest first. */
  const known = new Map<string, { facts: Promise<Facts>; until: number }>();
  const factsOf = (tenantId: string): Promise<Facts> => {
    const at = now().getTime();
    const remembered = known.get(tenantId);
    if (remembered && remembered.until > at) return remembered.facts;
    for (const [id, { until }] of known) {
      if (until > at) break;
      known.delete(id);
    }
    // Requests that come at the same time wait for one read.
    const facts = load(database, tenantId, now());
    known.delete(tenantId);
    known.set(tenantId, { facts, until: at + freshMs });
    facts.catch(() => known.delete(tenantId));
    return facts;
  };
  return {
    keepDays: async (tenantId, kind, limits) => {
      const { monthBytes, days } = await factsOf(tenantId);
      const allowed = limits.data_gb_per_month;
      if (allowed !== null && monthBytes >= allowed * gigabyte) exceeded(monthBytes, allowed, now());
      return daysKept(days[kind], limits.retention_days);
    },
  };
}

function exceeded(usedBytes: number, allowedGb: number, now: Date): never {
  const used = (usedBytes / gigabyte).toFixed(1);
  const reset = monthEnd(now).toISOString().slice(0, 10);
  fail(
    "QUOTA_EXCEEDED",
    `The telemetry quota of this month is used up: ${used} of ${allowedGb} GB. It resets on ${reset}.`,
  );
}

/** The shorter of the tenant's setting and the plan's limit; 0 when neither is set. */
function daysKept(chosen: number | null, allowed: number | null): number {
  if (chosen === null || allowed === null) return chosen ?? allowed ?? 0;
  return Math.min(chosen, allowed);
}

async function load(database: Database, tenantId: string, now: Date): Promise<Facts> {
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
