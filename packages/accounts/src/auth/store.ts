import type { Session } from "@opsplane/contract";
import { type Db, hashToken, readPage, sql } from "@opsplane/runtime";
import { maxSessionMs } from "./rules.ts";

export interface Account {
  id: string;
  tenant_id: string;
  email: string;
  name: string;
  role: string;
  password_hash: string;
  must_change_password: boolean;
  /** The expiry of a temporary password. */
  password_expires_at: string | null;
}

const account = sql`id, tenant_id, email, name, role, password_hash, must_change_password, password_expires_at`;

/** The active accounts with this email, most recent login first. */
export function accountsByEmail(
  db: Db,
  email: string,
  tenantId: string | undefined,
  limit: number,
): Promise<Account[]> {
  return db.rows(sql`
    select ${account} from users
    where email = ${email} and disabled_at is null and (${tenantId ?? null}::text is null or tenant_id = ${tenantId ?? null})
    order by last_login_at desc nulls last, id limit ${limit}`);
}

/** Every tenant that has this email, for the audit log. */
export function holdersOfEmail(
  db: Db,
  email: string,
  tenantId: string | undefined,
): Promise<Pick<Account, "id" | "tenant_id" | "email">[]> {
  return db.rows(sql`
    select id, tenant_id, email from users
    where email = ${email} and (${tenantId ?? null}::text is null or tenant_id = ${tenantId ?? null}) limit 20`);
}

export function accountById(db: Db, id: string): Promise<Account | undefined> {
  return db.first(sql`select ${account} from users where id = ${id}`);
}

/** Counts this attempt. Returns the number of attempts in the window and the end of the window. */
export async function countAttempt(
  db: Db,
  key: Buffer,
  windowMs: number,
  now: Date,
): Promise<{ attempts: number; window_ends: string }> {
  const ends = new Date(now.getTime() + windowMs);
  const counted = await db.first<{ attempts: number; window_ends: string }>(sql`
    insert into login_attempts as known (key, attempts, window_ends) values (${key}, 1, ${ends})
    on conflict (key) do update set
      attempts = case when known.window_ends <= ${now} then 1 else known.attempts + 1 end,
      window_ends = case when known.window_ends <= ${now} then excluded.window_ends else known.window_ends end
    returning attempts, window_ends`);
  return counted ?? { attempts: 1, window_ends: ends.toISOString() };
}

export async function refundAttempts(db: Db, keys: readonly Buffer[]): Promise<void> {
  await db.run(sql`
    update login_attempts set attempts = greatest(attempts - 1, 0) where key in (
      select key from login_attempts where key = any(${keys}::bytea[]) order by key for update)`);
}

export interface NewSession {
  id: string;
  tenantId: string;
  userId: string;
  address: string;
  userAgent: string;
  expiresAt: Date;
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db.run(sql`
    insert into sessions (id, tenant_id, user_id, address, user_agent, expires_at)
    values (${session.id}, ${session.tenantId}, ${session.userId}, ${session.address}, ${session.userAgent}, ${session.expiresAt})`);
}

export async function recordLogin(db: Db, userId: string): Promise<void> {
  await db.run(sql`update users set last_login_at = app_now() where id = ${userId}`);
}

export async function insertRefreshToken(db: Db, token: string, tenantId: string, sessionId: string): Promise<void> {
  await db.run(
    sql`insert into refresh_tokens (hash, tenant_id, session_id) values (${hashToken(token)}, ${tenantId}, ${sessionId})`,
  );
}

export interface RefreshRecord {
  tenant_id: string;
  session_id: string;
  /** The time of the login. */
  begun_at: string;
  user_id: string;
  used: boolean;
  /** The client repeats an exchange whose answer it did not get: same attempt, and no newer token was used. */
  repeated: boolean;
  alive: boolean;
}

/** Locks the token, so that the second of two concurrent uses sees the first. */
export function lockRefreshToken(
  db: Db,
  token: string,
  attempt: string | undefined,
  now: Date,
): Promise<RefreshRecord | undefined> {
  const oldest = new Date(now.getTime() - maxSessionMs);
  return db.first(sql`
    select token.tenant_id, token.session_id, session.created_at as begun_at, session.user_id, token.used_at is not null as used,
           coalesce(token.attempt = ${attempt === undefined ? null : hashToken(attempt)}, false) and not exists (
             select from refresh_tokens other
             where other.tenant_id = token.tenant_id and other.session_id = token.session_id
               and other.hash <> token.hash and other.used_at >= token.used_at) as repeated,
           session.revoked_at is null and session.expires_at > ${now} and session.created_at > ${oldest}
             and account.disabled_at is null as alive
    from refresh_tokens token
    join sessions session on session.tenant_id = token.tenant_id and session.id = token.session_id
    join users account on account.tenant_id = session.tenant_id and account.id = session.user_id
    where token.hash = ${hashToken(token)}
    for update of token`);
}

export async function markUsed(
  db: Db,
  token: string,
  attempt: string | undefined,
  sessionId: string,
  expiresAt: Date,
): Promise<void> {
  await db.run(sql`
    with used as (
      update refresh_tokens set used_at = app_now(), attempt = ${attempt === undefined ? null : hashToken(attempt)}
      where hash = ${hashToken(token)})
    update sessions set updated_at = app_now(), expires_at = ${expiresAt} where id = ${sessionId}`);
}

export function revokeSession(db: Db, userId: string, sessionId: string): Promise<number> {
  return db.run(
    sql`update sessions set revoked_at = app_now() where id = ${sessionId} and user_id = ${userId} and revoked_at is null`,
  );
}

export function revokeSessions(db: Db, userId: string): Promise<number> {
  return db.run(sql`update sessions set revoked_at = app_now() where user_id = ${userId} and revoked_at is null`);
}

export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.run(sql`
    update users set password_hash = ${passwordHash}, must_change_password = false, password_expires_at = null,
                     invitation_secret = null, version = version + 1, updated_at = app_now()
    where id = ${userId}`);
}

export async function rename(db: Db, userId: string, name: string): Promise<void> {
  await db.run(
    sql`update users set name = ${name}, version = version + 1, updated_at = app_now() where id = ${userId}`,
  );
}

export function listSessions(db: Db, userId: string, current: string | null, page: { limit: number; offset: number }) {
  return readPage<Session>(db, {
    rows: sql`select id, address, user_agent, id = ${current} as current, created_at, updated_at from sessions
        where user_id = ${userId} and revoked_at is null and expires_at > app_now()
        order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`,
    from: sql`sessions where user_id = ${userId} and revoked_at is null and expires_at > app_now()`,
    limit: page.limit,
    offset: page.offset,
  });
}

/** Tells every instance at commit that its cached tokens of this tenant may be outdated. */
export async function forgetTokens(db: Db, tenantId: string): Promise<void> {
  await db.run(sql`select pg_notify('opsplane_auth', ${tenantId})`);
}
