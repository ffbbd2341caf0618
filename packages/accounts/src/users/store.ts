import type { DirectoryUser, User } from "@opsplane/contract";
import { all, containing, type Db, readPage, sql } from "@opsplane/runtime";

const columns = sql`
  id, email, name, role, last_login_at, invitation, version, created_at, updated_at,
  case when disabled_at is not null then 'disabled' when must_change_password then 'invited' else 'active' end as status`;

export interface NewUser {
  id: string;
  tenantId: string;
  email: string;
  name: string;
  role: string;
  passwordHash: string;
  /** The expiry of a temporary password; null for a permanent one. */
  passwordExpiresAt: Date | null;
  /** The sealed temporary password, when it is sent by email. */
  invitation: Buffer | null;
}

export function insertUser(db: Db, user: NewUser): Promise<User | undefined> {
  return db.first(sql`
    insert into users (id, tenant_id, email, name, role, password_hash, must_change_password, password_expires_at, invitation, invitation_secret)
    values (${user.id}, ${user.tenantId}, ${user.email}, ${user.name}, ${user.role}, ${user.passwordHash},
            ${user.passwordExpiresAt !== null}, ${user.passwordExpiresAt}, ${user.invitation ? "queued" : null}, ${user.invitation})
    on conflict (tenant_id, email) do nothing
    returning ${columns}`);
}

export function getUser(db: Db, id: string): Promise<User | undefined> {
  return db.first(sql`select ${columns} from users where id = ${id}`);
}

export function lockUser(db: Db, id: string): Promise<User | undefined> {
  return db.first(sql`select ${columns} from users where id = ${id} for update`);
}

export interface UserFilter {
  q?: string;
  role?: string;
  status?: User["status"];
  limit?: number;
  offset?: number;
}

export function listUsers(db: Db, { q, role, status, limit = 50, offset = 0 }: UserFilter) {
  const where = all([
    q !== undefined && sql`(name ilike ${containing(q)} or email ilike ${containing(q)})`,
    role !== undefined && sql`role = ${role}`,
    status === "disabled" && sql`disabled_at is not null`,
    status === "invited" && sql`disabled_at is null and must_change_password`,
    status === "active" && sql`disabled_at is null and not must_change_password`,
  ]);
  return readPage<User>(db, {
    rows: sql`select ${columns} from users where ${where} order by name, id limit ${limit} offset ${offset}`,
    from: sql`users where ${where}`,
    limit,
    offset,
  });
}

export function updateUser(
  db: Db,
  user: { id: string; name: string; role: string; disabled: boolean },
): Promise<User | undefined> {
  return db.first(sql`
    update users set name = ${user.name}, role = ${user.role}, version = version + 1, updated_at = app_now(),
      disabled_at = case when ${user.disabled}::boolean then coalesce(disabled_at, app_now()) end
    where id = ${user.id} returning ${columns}`);
}

export function resetPassword(
  db: Db,
  user: { id: string; passwordHash: string; passwordExpiresAt: Date | null; invitation: Buffer | null },
): Promise<User | undefined> {
  return db.first(sql`
    update users set password_hash = ${user.passwordHash}, must_change_password = true,
      password_expires_at = ${user.passwordExpiresAt}, version = version + 1, updated_at = app_now(),
      invitation = ${user.invitation ? "queued" : null}, invitation_secret = ${user.invitation}
    where id = ${user.id} returning ${columns}`);
}

/** Locks the rows, so that two admins cannot demote each other at once. Users with a temporary password are not active. */
export async function otherActiveAdmins(db: Db, id: string): Promise<number> {
  const others = await db.rows(sql`
    select id from users
    where role = 'admin' and disabled_at is null and not must_change_password and id <> ${id} order by id for update`);
  return others.length;
}

/** Renews the temporary password of a user who never logged in, if it expires by then; undefined when there is no such user. */
export function renewExpired(
  db: Db,
  { tenantId, email, passwordHash, expiredBy, expiresAt }: Renewal,
): Promise<{ id: string } | undefined> {
  return db.first(sql`
    update users set password_hash = ${passwordHash}, password_expires_at = ${expiresAt}, version = version + 1, updated_at = app_now()
    where tenant_id = ${tenantId} and email = ${email} and disabled_at is null and must_change_password
      and last_login_at is null and password_expires_at <= ${expiredBy}
    returning id`);
}

interface Renewal {
  tenantId: string;
  email: string;
  passwordHash: string;
  expiredBy: Date;
  expiresAt: Date;
}

/** Serializes concurrent invitations, so that together they cannot exceed the plan's limit. */
export async function activeUsers(db: Db): Promise<number> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('opsplane/users/' || current_setting('app.tenant_id')))`);
  return countActive(db);
}

export async function countActive(db: Db): Promise<number> {
  const found = await db.first<{ users: number }>(sql`select count(*) as users from users where disabled_at is null`);
  return found?.users ?? 0;
}

export function directoryUsers(db: Db, { q, limit = 50, offset = 0 }: { q?: string; limit?: number; offset?: number }) {
  const where = all([
    sql`disabled_at is null`,
    q !== undefined && sql`(name ilike ${containing(q)} or email ilike ${containing(q)})`,
  ]);
  return readPage<DirectoryUser>(db, {
    rows: sql`select id, name, email from users where ${where} order by name, id limit ${limit} offset ${offset}`,
    from: sql`users where ${where}`,
    limit,
    offset,
  });
}
