import { entitledBy, planOf } from "@opsplane/contract";
import type { SubscriptionStatement } from "@opsplane/licensing";
import { type Db, sql } from "@opsplane/runtime";
import { present, type StoredSubscription } from "./rules.ts";
import { columns, joined } from "./store.ts";

/** A tenant whose deployment must learn about a change. */
export interface DuePush {
  tenant_id: string;
  serial: number;
  attempts: number;
}

/** Tenants that are not provisioned yet wait. */
export function takeDuePushes(tx: Db, limit: number): Promise<DuePush[]> {
  return tx.rows(sql`
    select tenant_id, serial, push_attempts as attempts from subscriptions
    join tenants on tenants.id = tenant_id and provisioning = 'provisioned'
    where push_due_at <= app_now() order by push_due_at limit ${limit} for update of subscriptions skip locked`);
}

/** An attempt that did not end until then was lost in a crash. Longer than its timeout, so that two never run at once. */
const leaseSeconds = 60;

export async function leasePush(tx: Db, { tenant_id, attempts }: DuePush): Promise<void> {
  await tx.run(sql`
    update subscriptions set push_attempts = ${attempts + 1}, push_due_at = app_now() + ${leaseSeconds} * interval '1 second'
    where tenant_id = ${tenant_id}`);
}

/** A newer change is pushed on its own. */
export async function savePushed(db: Db, tenantId: string, serial: number): Promise<void> {
  await db.run(sql`
    update subscriptions set pushed_serial = ${serial}, push_error = null, push_due_at = null
    where tenant_id = ${tenantId} and serial = ${serial}`);
}

/** Plans the next attempt. */
export async function savePushProblem(
  db: Db,
  tenantId: string,
  serial: number,
  { problem, waitMs }: { problem: string; waitMs: number },
): Promise<void> {
  await db.run(sql`
    update subscriptions set push_error = ${problem}, push_due_at = app_now() + ${waitMs}::float8 * interval '1 millisecond'
    where tenant_id = ${tenantId} and serial = ${serial} and push_due_at is not null`);
}

interface Hosted extends StoredSubscription {
  deployment_id: string;
}

/** What to tell the deployment about a tenant now. */
export async function statementOf(db: Db, tenantId: string, now: Date): Promise<SubscriptionStatement | undefined> {
  const hosted = await db.first<Hosted>(sql`
    select ${columns}, deployment_id from ${joined}
    where subscriptions.tenant_id = ${tenantId} and deployment_id is not null and provisioning = 'provisioned'`);
  return hosted && asStatement(hosted, now);
}

/** The statements of a deployment's tenants, by tenant id. */
export async function statementsOf(
  db: Db,
  deploymentId: string,
  { after, limit }: { after: string; limit: number },
  now: Date,
): Promise<SubscriptionStatement[]> {
  const hosted = await db.rows<Hosted>(sql`
    select ${columns}, deployment_id from ${joined}
    where deployment_id = ${deploymentId} and provisioning = 'provisioned' and tenants.id > ${after} order by tenants.id limit ${limit}`);
  return hosted.map((each) => asStatement(each, now));
}

function asStatement(stored: Hosted, now: Date): SubscriptionStatement {
  const { status, past_due_since } = present(stored, now);
  return {
    tenantId: stored.tenant_id,
    deploymentId: stored.deployment_id,
    serial: stored.serial,
    issuedAt: now,
    planId: stored.plan_id,
    planName: planOf(stored.plan_id).name,
    status,
    billingPeriod: stored.billing_period,
    pastDueSince: past_due_since === null ? null : new Date(past_due_since),
    addons: stored.addons,
    ...entitledBy(stored.plan_id, stored.addons),
  };
}
