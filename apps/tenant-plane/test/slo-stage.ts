import { randomBytes } from "node:crypto";
import type { BurnWindow, Slo } from "@opsplane/contract";
import { createLog, openDatabase } from "@opsplane/runtime";
import { openAlertStage } from "./alert-stage.ts";
import { anExport, type TestSpan } from "./an-export.ts";
import { newTenantId } from "./people.ts";
import { type Person, startPlane } from "./plane.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const lengths: Record<BurnWindow, number> = {
  ...{ "5m": 5 * minute, "30m": 30 * minute, "1h": hour, "2h": 2 * hour },
  ...{ "6h": 6 * hour, "1d": day, "3d": 3 * day },
};

/** Calls of a service that a test sends, as one value. */
export interface Calls {
  service?: string;
  operation?: string;
  /** Unix milliseconds of the first one. They are a second apart. */
  at: number;
  good: number;
  bad?: number;
  ms?: number;
}

function spansOf({ service = "shop", operation = "GET /", at, good, bad = 0, ms = 20 }: Calls): TestSpan[] {
  return Array.from({ length: good + bad }, (_, index) => ({
    trace: randomBytes(16).toString("hex"),
    id: randomBytes(8).toString("hex"),
    service,
    name: operation,
    kind: "server" as const,
    at: at + index * 1000,
    ms,
    failed: index >= good,
  }));
}

/** The figures of calls, computed from what was sent and not from what is stored. */
export function byHand(calls: readonly Calls[], objective: number, windowDays: number, until: number) {
  const events = calls.flatMap(({ at, good, bad = 0 }) =>
    Array.from({ length: good + bad }, (_, index) => ({ at: at + index * 1000, isGood: index < good })),
  );
  const within = (ms: number) => events.filter(({ at }) => at >= until - ms && at < until);
  const badOf = (ms: number) => within(ms).filter(({ isGood }) => !isGood).length;
  const total = within(windowDays * day).length;
  const bad = badOf(windowDays * day);
  const allowed = (total * (100 - objective)) / 100;
  const burn = (ms: number) => {
    const all = within(ms).length;
    return all === 0 ? null : badOf(ms) / all / ((100 - objective) / 100);
  };
  const burnRates = Object.entries(lengths).map(([window, ms]) => [window, burn(ms)] as const);
  return {
    ...{ good: total - bad, total, attainment: ((total - bad) / total) * 100 },
    ...{ allowed, bad, remaining: 100 - (bad / allowed) * 100 },
    burnRates: new Map<string, number | null>(burnRates),
  };
}

/** A stage for alerts, on which objectives are measured when a test says so. */
export async function openSloStage() {
  const shared = { SECRETS_MASTER_KEY: randomBytes(32).toString("base64"), BOOTSTRAP_TENANT_ID: newTenantId() };
  const stage = await openAlertStage(shared);
  const { plane, now, travel } = stage;
  const log = createLog("silent");
  const database = openDatabase({ url: plane.databaseUrl, log, tenantConnections: 1, systemConnections: 1 });
  const measure = () => plane.schedules.runNow("slos.measure");
  return {
    ...stage,
    measure,
    close: async () => {
      await database.close();
      await plane.close();
    },
    /** Another instance on the same database, at the same time. */
    instance: async () => {
      const other = await startPlane({ ROLE: "api", ...shared }, { telemetry: true, databaseUrl: plane.databaseUrl });
      other.travel(stage.ahead());
      return other;
    },
    /** The start of the current minute. */
    thisMinute: () => Math.floor(now() / minute) * minute,
    send: async (of: Person, calls: readonly Calls[]) => {
      await of.api.ingest.otlpTraces({ body: anExport(calls.flatMap(spansOf)) });
    },
    /** To the beginning of the next minute, which is then measured. */
    nextMinute: async () => {
      travel(minute - (now() % minute) + 100);
      await measure();
    },
    /** The tenant's database as features see it. */
    dbOf: ({ tokens }: Person) => database.tenant(tokens.user.tenant_id),
    figures: async (of: Person, id: string): Promise<Slo> => of.api.slos.get({ params: { id } }),
  };
}

export type SloStage = Awaited<ReturnType<typeof openSloStage>>;
