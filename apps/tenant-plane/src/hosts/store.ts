import type { Host, HostKey, Page } from "@opsplane/contract";
import { all, containing, type Db, type NameQuery, readPage, type Sql, sql } from "@opsplane/runtime";
import type { HostFields } from "./rules.ts";

const columns = sql`
  id, name, description, connection, address, port, username, authentication, secret_id, passphrase_secret_id, bastion_id,
  (select bastion.name from hosts bastion where bastion.tenant_id = hosts.tenant_id and bastion.id = hosts.bastion_id) as bastion_name,
  agent, ci_id,
  (select item.name from config_items item where item.tenant_id = hosts.tenant_id and item.id = hosts.ci_id) as ci_name,
  host_keys, enabled, last_used_at, created_by, version, created_at, updated_at`;

export function listHosts(
  db: Db,
  { q, ci_id, limit = 50, offset = 0 }: NameQuery & { ci_id?: string },
): Promise<Page<Host>> {
  const conditions: Sql[] = [];
  if (q !== undefined) conditions.push(sql`(name ilike ${containing(q)} or address ilike ${containing(q)})`);
  if (ci_id !== undefined) conditions.push(sql`ci_id = ${ci_id}`);
  const where = all(conditions);
  return readPage<Host>(db, {
    rows: sql`select ${columns} from hosts where ${where} order by name, id limit ${limit} offset ${offset}`,
    from: sql`hosts where ${where}`,
    limit,
    offset,
  });
}

export function getHost(db: Db, id: string): Promise<Host | undefined> {
  return db.first(sql`select ${columns} from hosts where id = ${id}`);
}

/** Hosts that are reached through it can still be saved. */
export function lockHost(db: Db, id: string): Promise<Host | undefined> {
  return db.first(sql`select ${columns} from hosts where id = ${id} for no key update`);
}

/** Writes that count hosts or follow bastions run one after the other, so that two at once cannot close a circle. */
export async function lockHosts(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('opsplane/hosts/' || current_setting('app.tenant_id')))`);
}

export async function countHosts(db: Db): Promise<number> {
  return (await db.first<{ count: number }>(sql`select count(*)::int as count from hosts`))?.count ?? 0;
}

/** Undefined when the name is taken. */
export function insertHost(db: Db, id: string, host: HostFields, createdBy: string): Promise<Host | undefined> {
  return db.first(sql`
    insert into hosts (id, name, description, connection, address, port, username, authentication, secret_id, passphrase_secret_id,
      bastion_id, agent, ci_id, enabled, created_by)
    values (${id}, ${host.name}, ${host.description}, ${host.connection}, ${host.address}, ${host.port}, ${host.username},
      ${host.authentication}, ${host.secret_id}, ${host.passphrase_secret_id}, ${host.bastion_id}, ${host.agent}, ${host.ci_id},
      ${host.enabled}, ${createdBy})
    on conflict (tenant_id, name) do nothing returning ${columns}`);
}

/** True when another host has this name. */
export async function isNameTaken(db: Db, id: string, name: string): Promise<boolean> {
  return (await db.first(sql`select id from hosts where name = ${name} and id <> ${id}`)) !== undefined;
}

export function updateHost(db: Db, id: string, host: HostFields, keepsKeys: boolean): Promise<Host | undefined> {
  return db.first(sql`
    update hosts
    set name = ${host.name}, description = ${host.description}, connection = ${host.connection}, address = ${host.address},
        port = ${host.port}, username = ${host.username}, authentication = ${host.authentication}, secret_id = ${host.secret_id},
        passphrase_secret_id = ${host.passphrase_secret_id}, bastion_id = ${host.bastion_id}, agent = ${host.agent},
        ci_id = ${host.ci_id}, enabled = ${host.enabled},
        host_keys = case when ${keepsKeys} then host_keys else '[]' end,
        version = version + 1, updated_at = app_now()
    where id = ${id} returning ${columns}`);
}

export function setKeys(db: Db, id: string, keys: readonly HostKey[]): Promise<Host | undefined> {
  return db.first(sql`
    update hosts set host_keys = ${JSON.stringify(keys)}::jsonb, version = version + 1, updated_at = app_now()
    where id = ${id} returning ${columns}`);
}

export async function deleteHost(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from hosts where id = ${id}`);
}

/** A host that is reached through this one. */
export function someHostBehind(db: Db, id: string): Promise<{ name: string } | undefined> {
  return db.first(sql`select name from hosts where bastion_id = ${id} order by name limit 1`);
}

export async function touchHost(db: Db, id: string): Promise<void> {
  await db.run(sql`
    update hosts set last_used_at = app_now()
    where id = ${id} and (last_used_at is null or last_used_at < app_now() - interval '1 minute')`);
}
