import type { DailyUsage, TelemetryKind, TelemetrySettings } from "@opsplane/contract";
import { type Db, newId, sql } from "@opsplane/runtime";

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

export function monthUsage(db: Db, since: Date): Promise<{ kind: TelemetryKind; bytes: number; rows: number }[]> {
  return db.rows(sql`
    select kind, sum(bytes)::float8 as bytes, sum(rows)::float8 as rows from telemetry_usage
    where day >= ${since.toISOString().slice(0, 10)}::date group by kind`);
}

/** Usage by UTC day. The window excludes `to`. */
export function dailyUsage(db: Db, { from, to }: { from: Date; to: Date }): Promise<DailyUsage[]> {
  return db.rows(sql`
    select to_char(day, 'YYYY-MM-DD') as day, kind, bytes::float8 as bytes, rows::float8 as rows from telemetry_usage
    where day >= (${from.toISOString()}::timestamptz at time zone 'UTC')::date
      and day < ${to.toISOString()}::timestamptz at time zone 'UTC'
    order by day, kind`);
}

function asSettings({ logs_days, metrics_days, traces_days, flows_days, ...record }: SettingsRow): StoredSettings {
  return {
    ...record,
    retention_days: { logs: logs_days, metrics: metrics_days, traces: traces_days, flows: flows_days },
  };
}
