import type { Page } from "@opsplane/contract";
import type { NoticeKind } from "@opsplane/contract/control-plane";
import { all, type Db, newId, readPage, type Sql, sql } from "@opsplane/runtime";
import type { Choice, StoredSubscription, Usage } from "./rules.ts";

export const columns = sql`
  subscriptions.tenant_id, tenants.name as tenant_name, tenants.mode as tenant_mode, subscriptions.plan_id, addons, billing_period, status,
  past_due_since, suspended_at, suspended_by, suspended_reason, cancel_at, canceled_at, current_period_start, current_period_end,
  payment_provider, paid_event_at, next_stage_at, serial, pushed_serial, push_error,
  subscriptions.created_at, subscriptions.updated_at, subscriptions.version`;
export const joined = sql`subscriptions join tenants on tenants.id = subscriptions.tenant_id`;

export interface SubscriptionFilter {
  status?: StoredSubscription["status"];
  plan_id?: string;
  limit?: number;
  offset?: number;
}

export function listSubscriptions(
  db: Db,
  { status, plan_id, limit = 50, offset = 0 }: SubscriptionFilter,
): Promise<Page<StoredSubscription>> {
  const where = all([
    status !== undefined && sql`subscriptions.status = ${status}`,
    plan_id !== undefined && sql`subscriptions.plan_id = ${plan_id}`,
  ]);
  return readPage(db, {
    rows: sql`select ${columns} from ${joined} where ${where}
              order by subscriptions.created_at desc, subscriptions.tenant_id limit ${limit} offset ${offset}`,
    from: sql`subscriptions where ${where}`,
    limit,
    offset,
  });
}

export function findSubscription(db: Db, tenantId: string): Promise<StoredSubscription | undefined> {
  return db.first(sql`select ${columns} from ${joined} where subscriptions.tenant_id = ${tenantId}`);
}

export function lockSubscription(db: Db, tenantId: string): Promise<StoredSubscription | undefined> {
  return db.first(sql`
    select ${columns} from ${joined} where subscriptions.tenant_id = ${tenantId} for update of subscriptions`);
}

export interface NewSubscription extends Choice {
  tenantId: string;
  provider: StoredSubscription["payment_provider"];
  start: Date;
  end: Date;
}

export async function insertSubscription(db: Db, wanted: NewSubscription): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into subscriptions (tenant_id, plan_id, addons, billing_period, status, current_period_start, current_period_end,
                               payment_provider, serial, push_due_at)
    select tenants.id, ${wanted.plan_id}, ${wanted.addons}, ${wanted.billing_period}, 'active', ${wanted.start}, ${wanted.end},
           ${wanted.provider}, 1, case when mode in ('shared_saas', 'dedicated') then app_now() end
    from tenants where tenants.id = ${wanted.tenantId}
    on conflict (tenant_id) do nothing`);
  return inserted === 1;
}

/** Saves a change that the tenant's deployment must learn about. */
export async function saveChange(db: Db, next: StoredSubscription, nextStageAt: Date | null): Promise<void> {
  await db.run(sql`
    update subscriptions set plan_id = ${next.plan_id}, addons = ${next.addons}, billing_period = ${next.billing_period},
      status = ${next.status}, past_due_since = ${next.past_due_since}, suspended_at = ${next.suspended_at},
      suspended_by = ${next.suspended_by}, suspended_reason = ${next.suspended_reason}, cancel_at = ${next.cancel_at},
      canceled_at = ${next.canceled_at}, paid_event_at = ${next.paid_event_at}, next_stage_at = ${nextStageAt},
      serial = serial + 1, push_attempts = 0, push_error = null,
      push_due_at = (select app_now() from tenants where tenants.id = tenant_id and mode in ('shared_saas', 'dedicated')),
      version = version + 1, updated_at = app_now()
    where tenant_id = ${next.tenant_id}`);
}

/** A payment event that changes nothing else. */
export async function savePaymentTime(db: Db, tenantId: string, at: string): Promise<void> {
  await db.run(sql`update subscriptions set paid_event_at = ${at} where tenant_id = ${tenantId}`);
}

export async function saveNextStage(db: Db, tenantId: string, at: Date | null): Promise<void> {
  await db.run(sql`update subscriptions set next_stage_at = ${at} where tenant_id = ${tenantId}`);
}

/** A period that began before the current one is old news. */
export async function savePeriod(db: Db, tenantId: string, start: Date, end: Date): Promise<void> {
  await db.run(sql`
    update subscriptions set current_period_start = ${start}, current_period_end = ${end}, version = version + 1, updated_at = app_now()
    where tenant_id = ${tenantId} and current_period_start <= ${start} and current_period_end <> ${end}`);
}

export async function saveProvider(
  db: Db,
  tenantId: string,
  provider: StoredSubscription["payment_provider"],
): Promise<void> {
  await db.run(sql`
    update subscriptions set payment_provider = ${provider}, version = version + 1, updated_at = app_now()
    where tenant_id = ${tenantId} and payment_provider <> ${provider}`);
}

/** Undefined when this notice was given before. */
export function insertNotice(
  db: Db,
  tenantId: string,
  episode: string,
  kind: NoticeKind,
): Promise<{ id: string } | undefined> {
  return db.first(sql`
    insert into subscription_notices (id, tenant_id, episode, kind) values (${newId()}, ${tenantId}, ${episode}, ${kind})
    on conflict (tenant_id, episode, kind) do nothing returning id`);
}

export const dueTenants = (may: (id: Sql) => Sql) => sql`
  select tenant_id as "tenantId", tenant_id as id, next_stage_at as due_at from subscriptions
  where next_stage_at <= app_now() and ${may(sql`tenant_id`)}`;

export function reportedUsage(db: Db, tenantId: string): Promise<Usage | undefined> {
  return db.first(sql`select users, data_gb, ai_credits, reported_at from tenant_usage where tenant_id = ${tenantId}`);
}

export interface Recipient {
  /** The email, in lower case. */
  id: string;
  name: string;
}

/** The contact of the account, and the people who can pay. Each address once. */
export function noticeRecipients(db: Db, tenantId: string): Promise<Recipient[]> {
  return db.rows(sql`
    select distinct on (id) id, name from (
      select lower(contact_email) as id, coalesce(contact_name, name) as name from tenants
      where id = ${tenantId} and contact_email is not null
      union all
      select lower(email), name from users
      where tenant_id = ${tenantId} and role in ('admin', 'billing') and disabled_at is null
    ) known order by id, name limit 100`);
}
