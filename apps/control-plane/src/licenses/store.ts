import type { Page } from "@opsplane/contract";
import type { License } from "@opsplane/contract/control-plane";
import { all, type Db, readPage, type Sql, sql } from "@opsplane/runtime";
import { graceDays, readOnlyDays, type StoredLicense } from "./rules.ts";

const columns = sql`
  licenses.id, tenant_id, tenants.name as tenant_name, line_id, kid, hint, deployment_mode, licenses.plan_id, addons, issued_by, issued_at,
  expires_at, replaced_at, revoked_at, revoked_reason, last_phone_home, tp_version, licenses.created_at, licenses.updated_at`;
const joined = sql`licenses join tenants on tenants.id = tenant_id`;

const current = sql`replaced_at is null and revoked_at is null`;
const ended = sql`expires_at + ${graceDays} * interval '1 day'`;
const locked = sql`expires_at + ${graceDays + readOnlyDays} * interval '1 day'`;

const inState: Readonly<Record<License["state"], Sql>> = {
  active: sql`${current} and expires_at > app_now()`,
  grace: sql`${current} and expires_at <= app_now() and ${ended} > app_now()`,
  read_only: sql`${current} and ${ended} <= app_now() and ${locked} > app_now()`,
  locked: sql`${current} and ${locked} <= app_now()`,
  replaced: sql`replaced_at is not null and revoked_at is null`,
  revoked: sql`revoked_at is not null`,
};

export interface LicenseFilter {
  tenant_id?: string;
  state?: License["state"];
  expires_within_days?: number;
  /** BYOC licenses without phone-home since then. */
  silentSince?: Date;
  limit?: number;
  offset?: number;
}

export function listLicenses(db: Db, filter: LicenseFilter): Promise<Page<StoredLicense>> {
  const { tenant_id, state, expires_within_days: days, silentSince, limit = 50, offset = 0 } = filter;
  const where = all([
    tenant_id !== undefined && sql`tenant_id = ${tenant_id}`,
    state !== undefined && inState[state],
    days !== undefined && sql`${inState.active} and expires_at <= app_now() + ${days} * interval '1 day'`,
    silentSince !== undefined &&
      sql`${inState.active} and deployment_mode = 'byoc' and coalesce(last_phone_home, issued_at) < ${silentSince}`,
  ]);
  const order = days === undefined ? sql`issued_at desc, licenses.id desc` : sql`expires_at, licenses.id`;
  return readPage(db, {
    rows: sql`select ${columns} from ${joined} where ${where} order by ${order} limit ${limit} offset ${offset}`,
    from: sql`licenses where ${where}`,
    limit,
    offset,
  });
}

export function getLicense(db: Db, id: string): Promise<StoredLicense | undefined> {
  return db.first(sql`select ${columns} from ${joined} where licenses.id = ${id}`);
}

export function sealedJwt(db: Db, id: string): Promise<{ jwt: Buffer } | undefined> {
  return db.first(sql`select jwt from licenses where id = ${id}`);
}

/** A license that is exactly this text. */
export function knownLicense(
  system: Db,
  id: string,
  jwtHash: Buffer,
): Promise<{ id: string; tenant_id: string; line_id: string; kid: string } | undefined> {
  return system.first(sql`select id, tenant_id, line_id, kid from licenses where id = ${id} and jwt_hash = ${jwtHash}`);
}

/** Renewals and revocations of a line wait for each other. */
export async function lockLine(db: Db, lineId: string): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('opsplane/license-line/' || ${lineId}, 0))`);
}

export function newestOf(db: Db, lineId: string): Promise<StoredLicense | undefined> {
  return db.first(sql`select ${columns} from ${joined} where line_id = ${lineId} and replaced_at is null`);
}

export interface NewLicense {
  id: string;
  tenantId: string;
  lineId: string;
  kid: string;
  jwt: Buffer;
  jwtHash: Buffer;
  hint: string;
  mode: License["deployment_mode"];
  planId: string;
  addons: readonly string[];
  issuedBy: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** The previous license of the line is replaced. */
export async function insertLicense(db: Db, license: NewLicense): Promise<void> {
  await db.run(sql`
    update licenses set replaced_at = app_now(), updated_at = app_now() where line_id = ${license.lineId} and replaced_at is null`);
  await db.run(sql`
    insert into licenses (id, tenant_id, line_id, kid, jwt, jwt_hash, hint, deployment_mode, plan_id, addons, issued_by, issued_at, expires_at)
    values (${license.id}, ${license.tenantId}, ${license.lineId}, ${license.kid}, ${license.jwt}, ${license.jwtHash}, ${license.hint},
            ${license.mode}, ${license.planId}, ${license.addons}, ${license.issuedBy}, ${license.issuedAt}, ${license.expiresAt})`);
}

export async function revokeLine(db: Db, lineId: string, reason: string): Promise<void> {
  await db.run(sql`
    update licenses set revoked_at = app_now(), revoked_reason = ${reason}, updated_at = app_now()
    where line_id = ${lineId} and revoked_at is null`);
}

export async function notePhoneHome(db: Db, id: string, tpVersion: string | null): Promise<void> {
  await db.run(sql`
    update licenses set last_phone_home = app_now(), tp_version = coalesce(${tpVersion}, tp_version), updated_at = app_now()
    where id = ${id}`);
}

export async function countExpiring(db: Db): Promise<{ in_30_days: number; in_60_days: number; in_90_days: number }> {
  const within = (days: number) => sql`count(*) filter (where expires_at <= app_now() + ${days} * interval '1 day')`;
  const found = await db.first<{ in_30_days: number; in_60_days: number; in_90_days: number }>(sql`
    select ${within(30)} as in_30_days, ${within(60)} as in_60_days, ${within(90)} as in_90_days from licenses
    where ${inState.active} and expires_at <= app_now() + interval '90 days'`);
  return found ?? { in_30_days: 0, in_60_days: 0, in_90_days: 0 };
}
