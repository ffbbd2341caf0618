import type { Page } from "@opsplane/contract";
import type { LicenseKey } from "@opsplane/contract/control-plane";
import { type Db, everything, readPage, sql } from "@opsplane/runtime";

const columns = sql`id, kid, public_pem, state, retired_at, created_at, updated_at`;

/** Two rotations, or two instances at their first start, wait for each other. */
export async function lockKeys(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('opsplane/license-keys'))`);
}

export function listKeys(
  db: Db,
  { limit = 50, offset = 0 }: { limit?: number; offset?: number },
): Promise<Page<LicenseKey>> {
  return readPage(db, {
    rows: sql`select ${columns} from license_keys order by created_at desc, id desc limit ${limit} offset ${offset}`,
    from: sql`license_keys where ${everything}`,
    limit,
    offset,
  });
}

/** Keys that may still sign, oldest first. Their number is limited. */
export function usableKeys(db: Db): Promise<LicenseKey[]> {
  return db.rows(sql`select ${columns} from license_keys where state <> 'retired' order by created_at, id limit 100`);
}

export function lockKey(db: Db, id: string): Promise<LicenseKey | undefined> {
  return db.first(sql`select ${columns} from license_keys where id = ${id} for update`);
}

export interface NewKey {
  id: string;
  kid: string;
  privatePem: Buffer;
  publicPem: string;
}

export function insertActive(db: Db, key: NewKey): Promise<LicenseKey | undefined> {
  return db.first(sql`
    insert into license_keys (id, kid, private_pem, public_pem, state)
    values (${key.id}, ${key.kid}, ${key.privatePem}, ${key.publicPem}, 'active') returning ${columns}`);
}

export async function retireActive(db: Db): Promise<void> {
  await db.run(sql`update license_keys set state = 'retiring', updated_at = app_now() where state = 'active'`);
}

export function retire(db: Db, id: string): Promise<LicenseKey | undefined> {
  return db.first(sql`
    update license_keys set state = 'retired', retired_at = app_now(), updated_at = app_now() where id = ${id} returning ${columns}`);
}

export interface SealedKey extends Pick<LicenseKey, "kid" | "public_pem" | "state"> {
  private_pem: Buffer;
}

export function keyByKid(db: Db, kid: string): Promise<SealedKey | undefined> {
  return db.first(sql`select kid, public_pem, state, private_pem from license_keys where kid = ${kid}`);
}

/** Active or retiring: the newest, or the oldest. */
export function usableKey(db: Db, which: "newest" | "oldest"): Promise<SealedKey | undefined> {
  const order = which === "newest" ? sql`created_at desc, id desc` : sql`created_at, id`;
  return db.first(sql`
    select kid, public_pem, state, private_pem from license_keys where state <> 'retired' order by ${order} limit 1`);
}
