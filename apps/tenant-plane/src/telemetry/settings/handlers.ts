import { type operations, type TelemetrySettings, telemetryEvents, telemetryKinds } from "@opsplane/contract";
import { type Db, difference, fail, type HandlersOf, invalid, type Principal } from "@opsplane/runtime";
import { limitsOf } from "../../entitlements.ts";
import { monthStart } from "../../records/metering.ts";
import { boundedRange } from "../time-range.ts";
import * as store from "./store.ts";

const maxUsageDays = 366;
const dayMs = 86_400_000;

/** Telemetry usage and retention. */
export function telemetrySettingsHandlers(
  seriesLimit: number,
  isUp: () => boolean,
): HandlersOf<typeof operations.telemetry> {
  return {
    health: async ({ db, principal }) => ({ store_up: isUp(), signals: await store.signals(db, principal.tenantId) }),

    settings: async ({ db, principal, now }) =>
      describe(db, (await store.findSettings(db)) ?? untouched(now), principal, seriesLimit, now),

    usage: async ({ db, query, principal, now }) => {
      const window = boundedRange(query, now, 30 * 24);
      if (window.to.getTime() - window.from.getTime() > maxUsageDays * dayMs)
        invalid("from", `must be at most ${maxUsageDays} days before to`);
      return { usage: await store.dailyUsage(db, principal.tenantId, window) };
    },

    update: async ({ db, body, principal, now, audit, announce, assertUnchanged }) => {
      const before = (await store.lockSettings(db)) ?? fail("ERROR", "The settings could not be read.");
      assertUnchanged(before);
      const allowed = limitsOf(principal).retention_days;
      for (const kind of telemetryKinds) {
        const days = body.retention_days[kind] ?? null;
        if (days !== null && allowed !== null && days > allowed)
          invalid(`retention_days.${kind}`, `must be at most ${allowed}, the limit of your plan`);
      }
      const days = { ...before.retention_days, ...body.retention_days };
      const after = (await store.saveRetention(db, days)) ?? fail("ERROR", "The settings could not be stored.");
      audit({
        target: { type: "telemetry", id: after.id, name: "telemetry" },
        ...difference(before.retention_days, after.retention_days),
      });
      announce(telemetryEvents.updated, after.id, {});
      return describe(db, after, principal, seriesLimit, now);
    },
  };
}

/** The settings of a tenant that has saved none: the limits of its plan. */
function untouched(now: Date): store.StoredSettings {
  return {
    id: "00000000-0000-7000-8000-000000000000",
    version: 1,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    retention_days: { logs: null, metrics: null, traces: null, flows: null },
  };
}

async function describe(
  db: Db,
  settings: store.StoredSettings,
  principal: Principal,
  seriesLimit: number,
  now: Date,
): Promise<TelemetrySettings> {
  const limits = limitsOf(principal);
  const since = monthStart(now);
  const used = await store.usageSince(db, principal.tenantId, since);
  return {
    ...settings,
    plan_retention_days: limits.retention_days,
    usage: telemetryKinds.map((kind) => used.find((row) => row.kind === kind) ?? { kind, bytes: 0, rows: 0 }),
    usage_since: since.toISOString(),
    data_bytes_per_month: limits.data_gb_per_month === null ? null : limits.data_gb_per_month * 1e9,
    series_limit: seriesLimit,
  };
}
