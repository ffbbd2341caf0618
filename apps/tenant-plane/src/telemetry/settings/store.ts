import {
  type DailyUsage,
  type IngestHealth,
  type TelemetryKind,
  type TelemetrySettings,
  telemetryKinds,
} from "@opsplane/contract";
import { type Db, newId, sql } from "@opsplane/runtime";
import { dailyUse, lastUse, usedSince } from "../../records/metering.ts";
import { kindOf, telemetryMeters } from "../meters.ts";

interface SettingsRow {
  id: string;
  logs_days: number | null;
  metrics_days: number | null;
  traces_days: number | null;
  flows_days: number | null;
  version: number;
  created_at: string;
  updated_at: string;
}

export interface StoredSettings extends Pick<TelemetrySettings, "id" | "version" | "created_at" | "updated_at"> {
  retention_days: Record<TelemetryKind, number | null>;
}

const columns = sql`id, logs_days, metrics_days, traces_days, flows_days, version, created_at, updated_at`;

/** Undefined until settings are saved for the first time. */
export async function findSettings(db: Db): Promise<StoredSettings | undefined> {
  const row = await db.first<SettingsRow>(sql`select ${columns} from telemetry_settings`);
  return row && asSettings(row);
}

/** Days by kind; undefined until settings are saved for the first time. */
export async function readRetention(db: Db): Promise<Record<TelemetryKind, number | null> | undefined> {
  return (await findSettings(db))?.retention_days;
}

/** Locks the tenant's row, and creates it if it is missing. */
export async function lockSettings(db: Db): Promise<StoredSettings | undefined> {
  await db.run(sql`insert into telemetry_settings (id) values (${newId()}) on conflict (tenant_id) do nothing`);
  const row = await db.first<SettingsRow>(sql`select ${columns} from telemetry_settings for update`);
  return row && asSettings(row);
}

export async function saveRetention(
  db: Db,
  days: Record<TelemetryKind, number | null>,
): Promise<StoredSettings | undefined> {
  const row = await db.first<SettingsRow>(sql`
    update telemetry_settings
    set logs_days = ${days.logs}, metrics_days = ${days.metrics}, traces_days = ${days.traces}, flows_days = ${days.flows},
        version = version + 1, updated_at = app_now()
    returning ${columns}`);
  return row && asSettings(row);
}

/** Bytes and rows by kind since a day. */
export async function usageSince(db: Db, tenantId: string, since: Date): Promise<TelemetrySettings["usage"]> {
  const used = await usedSince(db, tenantId, telemetryMeters, since);
  return used.map(({ meter, charge, count }) => ({ kind: kindOf(meter), bytes: charge, rows: count }));
}

export async function telemetryBytes(db: Db, tenantId: string, since: Date): Promise<number> {
  return (await usageSince(db, tenantId, since)).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Bytes of all kinds in the UTC days of a window. */
export async function telemetryBytesIn(db: Db, tenantId: string, window: { from: Date; to: Date }): Promise<number> {
  const days = await dailyUse(db, tenantId, telemetryMeters, window);
  return days.reduce((sum, { charge }) => sum + charge, 0);
}

/** Every kind, with what arrived of it. */
export async function signals(db: Db, tenantId: string): Promise<IngestHealth["signals"]> {
  const used = await lastUse(db, tenantId, telemetryMeters);
  return telemetryKinds.map((kind) => {
    const found = used.find(({ meter }) => kindOf(meter) === kind);
    return {
      kind,
      received: found !== undefined,
      last_received_at: found?.last_at ?? null,
      rows_today: found?.count ?? 0,
      bytes_today: found?.charge ?? 0,
    };
  });
}

export async function dailyUsage(db: Db, tenantId: string, window: { from: Date; to: Date }): Promise<DailyUsage[]> {
  const days = await dailyUse(db, tenantId, telemetryMeters, window);
  return days.map(({ day, meter, charge, count }) => ({ day, kind: kindOf(meter), bytes: charge, rows: count }));
}

function asSettings({ logs_days, metrics_days, traces_days, flows_days, ...record }: SettingsRow): StoredSettings {
  return {
    ...record,
    retention_days: { logs: logs_days, metrics: metrics_days, traces: traces_days, flows: flows_days },
  };
}
