import type { DirectoryUser, Limits } from "@opsplane/contract";
import type { Subscription, SubscriptionStatement } from "@opsplane/licensing";
import { type Db, sql } from "@opsplane/runtime";

export interface StoredLicense {
  sealed: Buffer;
  issued_at: string;
  source: "environment" | "upload" | "phone_home";
}

export interface NewLicense extends Omit<StoredLicense, "issued_at"> {
  tenantId: string;
  issuedAt: Date;
  installedBy: string;
}

export interface StoredSubscription {
  serial: number;
  stated_at: string;
  plan_id: string;
  plan_name: string;
  status: Subscription["status"];
  billing_period: Subscription["billingPeriod"];
  past_due_since: string | null;
  addons: string[];
  modules: string[];
  limits: Limits;
}

/** Everything that decides what a tenant is entitled to. */
export interface TenantFacts {
  plan_id: string | null;
  license: StoredLicense | null;
  subscription: StoredSubscription | null;
}

const subscriptionColumns = sql`serial, stated_at, plan_id, plan_name, status, billing_period, past_due_since, addons, modules, limits`;

export async function readFacts(db: Db, tenantId: string): Promise<TenantFacts | undefined> {
  const tenant = await db.first<{ plan_id: string | null }>(sql`select plan_id from tenants where id = ${tenantId}`);
  if (!tenant) return undefined;
  const [license, subscription] = await Promise.all([
    readLicense(db, tenantId),
    db.first<StoredSubscription>(sql`select ${subscriptionColumns} from subscriptions where tenant_id = ${tenantId}`),
  ]);
  return { ...tenant, license: license ?? null, subscription: subscription ?? null };
}

export function readLicense(db: Db, tenantId: string): Promise<StoredLicense | undefined> {
  return db.first(sql`select sealed, issued_at, source from licenses where tenant_id = ${tenantId}`);
}

/** Serializes the licenses of a tenant, so that of two at once the newer one stays. */
export async function lockLicense(tx: Db, tenantId: string): Promise<StoredLicense | undefined> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('opsplane/license/' || ${tenantId}))`);
  return readLicense(tx, tenantId);
}

export async function saveLicense(tx: Db, license: NewLicense): Promise<void> {
  await tx.run(sql`
    insert into licenses (tenant_id, sealed, issued_at, source, installed_by)
    values (${license.tenantId}, ${license.sealed}, ${license.issuedAt}, ${license.source}, ${license.installedBy})
    on conflict (tenant_id) do update set sealed = excluded.sealed, issued_at = excluded.issued_at, source = excluded.source,
      installed_by = excluded.installed_by, installed_at = app_now()`);
}

/** When the newest license of this installation was issued. */
export async function newestIssue(system: Db): Promise<Date | undefined> {
  const row = await system.first<{ issued_at: string | null }>(sql`select max(issued_at) as issued_at from licenses`);
  return row?.issued_at ? new Date(row.issued_at) : undefined;
}

export async function tenantExists(system: Db, tenantId: string): Promise<boolean> {
  return (await system.first(sql`select from tenants where id = ${tenantId}`)) !== undefined;
}

/** new: it changes what holds. confirmed: the Control Plane repeats it later. old: a newer one is known, or this very one. */
export type StatementEffect = "new" | "confirmed" | "old";

export async function saveStatement(tx: Db, statement: SubscriptionStatement): Promise<StatementEffect> {
  const { tenantId, serial, issuedAt, planId, planName, status, billingPeriod, pastDueSince } = statement;
  const before = await tx.first<{ serial: number }>(
    sql`select serial from subscriptions where tenant_id = ${tenantId} for update`,
  );
  const saved = await tx.first(sql`
    insert into subscriptions as known (tenant_id, serial, stated_at, plan_id, plan_name, status, billing_period, past_due_since, addons, modules, limits)
    values (${tenantId}, ${serial}, ${issuedAt}, ${planId}, ${planName}, ${status}, ${billingPeriod}, ${pastDueSince},
            ${[...statement.addons]}, ${[...statement.modules]}, ${JSON.stringify(statement.limits)}::jsonb)
    on conflict (tenant_id) do update set serial = excluded.serial, stated_at = excluded.stated_at, plan_id = excluded.plan_id,
      plan_name = excluded.plan_name, status = excluded.status, billing_period = excluded.billing_period,
      past_due_since = excluded.past_due_since, addons = excluded.addons, modules = excluded.modules, limits = excluded.limits,
      updated_at = app_now()
    where known.serial < excluded.serial or known.serial = excluded.serial and known.stated_at < excluded.stated_at
    returning serial`);
  if (saved === undefined) return "old";
  return before?.serial === serial ? "confirmed" : "new";
}

export interface PhoneHome {
  last_success_at: string | null;
  last_error: string | null;
}

export function readPhoneHome(db: Db, tenantId: string): Promise<PhoneHome | undefined> {
  return db.first(sql`select last_success_at, last_error from license_phone_home where tenant_id = ${tenantId}`);
}

/** The licensed tenants whose phone-home is due. A tenant without an entry is due at once. */
export async function duePhoneHomes(
  system: Db,
  now: Date,
  limit: number,
): Promise<{ tenant_id: string; failures: number }[]> {
  return system.rows(sql`
    select licenses.tenant_id, coalesce(home.failures, 0) as failures
    from licenses left join license_phone_home home on home.tenant_id = licenses.tenant_id
    where home.next_at is null or home.next_at <= ${now}
    order by home.next_at nulls first limit ${limit}`);
}

export async function savePhoneHome(
  system: Db,
  tenantId: string,
  outcome: { at: Date; error: string | null; nextAt: Date },
): Promise<void> {
  const { at, error, nextAt } = outcome;
  const succeededAt = error === null ? at : null;
  await system.run(sql`
    insert into license_phone_home as known (tenant_id, last_success_at, last_error, failures, next_at)
    values (${tenantId}, ${succeededAt}, ${error}, ${error === null ? 0 : 1}, ${nextAt})
    on conflict (tenant_id) do update set last_success_at = coalesce(excluded.last_success_at, known.last_success_at),
      last_error = excluded.last_error, failures = case when excluded.failures = 0 then 0 else known.failures + 1 end,
      next_at = excluded.next_at`);
}

/** Tells every instance at commit that the tenant's cached tokens have other entitlements now. */
export async function announceEntitlements(tx: Db, tenantId: string): Promise<void> {
  await tx.run(sql`select pg_notify('opsplane_auth', ${tenantId})`);
}

/** The tenants whose state was looked at longest ago. */
export async function tenantsToCheck(system: Db, limit: number): Promise<string[]> {
  const rows = await system.rows<{ id: string }>(sql`
    select tenants.id from tenants left join entitlement_states known on known.tenant_id = tenants.id
    order by known.checked_at nulls first, tenants.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Notes that the state was looked at, and returns the one that is known. A tenant without one counts as active. */
export async function checkState(system: Db, tenantId: string): Promise<string> {
  const row = await system.first<{ state: string }>(sql`
    insert into entitlement_states as known (tenant_id, state, checked_at) values (${tenantId}, 'active', app_now())
    on conflict (tenant_id) do update set checked_at = app_now() returning state`);
  return row?.state ?? "active";
}

/** The number of the change; undefined when the state is known. */
export async function saveState(db: Db, tenantId: string, state: string): Promise<number | undefined> {
  const row = await db.first<{ changes: number }>(sql`
    update entitlement_states set state = ${state}, changes = changes + 1
    where tenant_id = ${tenantId} and state <> ${state} returning changes`);
  return row?.changes;
}

export function adminsOf(db: Db, limit: number): Promise<DirectoryUser[]> {
  return db.rows(sql`
    select id, name, email from users where role = 'admin' and disabled_at is null order by name, id limit ${limit}`);
}
