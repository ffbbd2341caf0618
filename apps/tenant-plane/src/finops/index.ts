import type { Cost, CostGrouping } from "@opsplane/contract";
import type { Db } from "@opsplane/runtime";
import type { FeatureOf } from "../core.ts";
import { type OpenReads, type TelemetryReads, telemetryBytesIn } from "../telemetry/index.ts";
import { finopsHandlers } from "./handlers.ts";
import { idleNames } from "./idle.ts";
import { windowBefore } from "./rules.ts";
import * as store from "./store.ts";

export type { CostTotals } from "./store.ts";

/** Unit prices, and what items and usage cost. */
export function openFinops(reads: OpenReads): FeatureOf<"finops"> {
  return { handlers: { finops: finopsHandlers(reads) } };
}

export interface CostQuery {
  db: Db;
  tenantId: string;
  reads: TelemetryReads;
  period: { from: Date; to: Date };
}

export interface PeriodCosts extends store.CostTotals {
  currency: string;
  gigabytes: number;
  /** Null without a price. */
  telemetry_cost: number | null;
  credits: number;
  credit_cost: number | null;
  /** The highest first. */
  list(by: CostGrouping, range: { limit: number; offset: number }): Promise<Omit<Cost, "currency">[]>;
}

const bytesPerGigabyte = 1e9;

/** What a period costs. */
export async function periodCosts({ db, tenantId, reads, period }: CostQuery): Promise<PeriodCosts> {
  const scope = { ...period, idle: await idleNames(reads, period, windowBefore(period)) };
  const totals = await store.costTotals(db, scope);
  const gigabytes = (await telemetryBytesIn(db, tenantId, period)) / bytesPerGigabyte;
  const credits = await store.creditsUsed(db, period);
  const [perGigabyte, perCredit] = [await store.usagePrice(db, "gigabyte"), await store.usagePrice(db, "ai_credit")];
  return {
    ...totals,
    ...{ gigabytes, credits, currency: (await store.currencyOf(db)) ?? "USD" },
    telemetry_cost: perGigabyte === undefined ? null : gigabytes * perGigabyte,
    credit_cost: perCredit === undefined ? null : credits * perCredit,
    list: async (by, range) => (await store.listCosts(db, by, scope, range)).items,
  };
}
