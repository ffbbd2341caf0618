import { tokensPerCredit } from "@opsplane/contract";
import { type Db, fail, type Principal, sql } from "@opsplane/runtime";
import { limitsOf } from "../entitlements.ts";
import { monthEnd, monthStart } from "../records/metering.ts";

/** A model costs one credit for each started 10,000 tokens, and at least one. */
export function creditsFor(tokens: number): number {
  return Math.max(1, Math.ceil(tokens / tokensPerCredit));
}

/** Takes one credit. One statement checks and counts, so two requests never share the last one. */
export async function takeCredit(db: Db, principal: Pick<Principal, "entitlements">, now: Date): Promise<void> {
  const limit = limitsOf(principal).ai_credits_per_month;
  const taken = await db.first(sql`
    insert into ai_credits as known (month, used)
    select ${dayOf(now)}::date, 1 where ${limit}::integer is null or ${limit}::integer > 0
    on conflict (tenant_id, month) do update set used = known.used + 1
    where ${limit}::integer is null or known.used < ${limit}::integer
    returning used`);
  if (!taken && limit !== null) exceeded(limit, now);
}

/** Refuses when no credit is left, and takes none. */
export async function assertCredits(db: Db, principal: Pick<Principal, "entitlements">, now: Date): Promise<void> {
  const limit = limitsOf(principal).ai_credits_per_month;
  if (limit !== null && (await readCredits(db, now)).used >= limit) exceeded(limit, now);
}

function exceeded(limit: number, now: Date): never {
  return fail(
    "QUOTA_EXCEEDED",
    `All ${limit} AI credits of this month are used. They reset on ${dayOf(monthEnd(now))}.`,
  );
}

/** Adds what a model used beyond the credit that was taken before. */
export async function addProviderCredits(db: Db, credits: number, now: Date): Promise<void> {
  await db.run(sql`
    update ai_credits set used = used + ${credits - 1}, used_by_provider = used_by_provider + ${credits}
    where month = ${dayOf(now)}::date`);
}

export interface CreditUse {
  used: number;
  used_by_provider: number;
}

export async function readCredits(db: Db, now: Date): Promise<CreditUse> {
  const row = await db.first<CreditUse>(
    sql`select used, used_by_provider from ai_credits where month = ${dayOf(now)}::date`,
  );
  return row ?? { used: 0, used_by_provider: 0 };
}

function dayOf(now: Date): string {
  return monthStart(now).toISOString().slice(0, 10);
}
