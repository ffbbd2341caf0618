import type { Page } from "@opsplane/contract";
import type { Deployment, DeploymentMode } from "@opsplane/contract/control-plane";
import { all, containing, type Db, readPage, sql } from "@opsplane/runtime";

const columns = sql`
  deployments.id, name, mode, region, url, channel, is_default, tp_version, health, health_message, checked_at, last_seen_at,
  deployments.created_at, deployments.updated_at, deployments.version,
  coalesce((select service_secret is not null from deployment_credentials where deployment_id = deployments.id), false) as has_service_secret,
  (select token_hint from deployment_credentials where deployment_id = deployments.id) as token_hint`;

export interface DeploymentFilter {
  q?: string;
  mode?: DeploymentMode;
  region?: string;
  health?: Deployment["health"];
  /** Down, degraded or unreachable. */
  unhealthy?: boolean;
  limit?: number;
  offset?: number;
}

export function listDeployments(
  db: Db,
  { q, mode, region, health, unhealthy, limit = 50, offset = 0 }: DeploymentFilter,
): Promise<Page<Deployment>> {
  const where = all([
    q !== undefined && sql`(name ilike ${containing(q)} or id ilike ${containing(q)})`,
    mode !== undefined && sql`mode = ${mode}`,
    region !== undefined && sql`region = ${region}`,
    health !== undefined && sql`health = ${health}`,
    unhealthy === true && sql`health in ('degraded', 'down', 'unreachable')`,
  ]);
  return readPage(db, {
    rows: sql`select ${columns} from deployments where ${where} order by name, id limit ${limit} offset ${offset}`,
    from: sql`deployments where ${where}`,
    limit,
    offset,
  });
}

export function getDeployment(db: Db, id: string): Promise<Deployment | undefined> {
  return db.first(sql`select ${columns} from deployments where id = ${id}`);
}

export function lockDeployment(db: Db, id: string): Promise<Deployment | undefined> {
  return db.first(sql`select ${columns} from deployments where id = ${id} for update`);
}

/** The deployment for signups: of the region, or the oldest default one. */
export function defaultDeployment(db: Db, region: string | undefined): Promise<Deployment | undefined> {
  return db.first(sql`
    select ${columns} from deployments
    where is_default and (${region ?? null}::text is null or region = ${region ?? null})
    order by created_at, id limit 1`);
}

type Fields = Pick<Deployment, "id" | "name" | "region" | "url" | "channel" | "is_default">;

export async function insertDeployment(db: Db, { id, name, mode, ...rest }: Fields & Pick<Deployment, "mode">) {
  const inserted = await db.run(sql`
    insert into deployments (id, name, mode, region, url, channel, is_default)
    values (${id}, ${name}, ${mode}, ${rest.region}, ${rest.url}, ${rest.channel}, ${rest.is_default})
    on conflict (id) do nothing`);
  return inserted === 1;
}

export async function updateDeployment(db: Db, { id, name, region, url, channel, is_default }: Fields): Promise<void> {
  await db.run(sql`
    update deployments set name = ${name}, region = ${region}, url = ${url}, channel = ${channel}, is_default = ${is_default},
      version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

/** Only one deployment of a region takes its signups. */
export async function clearDefault(db: Db, region: string, except: string): Promise<void> {
  await db.run(sql`
    update deployments set is_default = false, version = version + 1, updated_at = app_now()
    where region = ${region} and is_default and id <> ${except}`);
}

export async function saveServiceSecret(db: Db, id: string, sealed: Buffer): Promise<void> {
  await db.run(sql`
    insert into deployment_credentials (deployment_id, service_secret) values (${id}, ${sealed})
    on conflict (deployment_id) do update set service_secret = excluded.service_secret`);
}

export async function saveToken(db: Db, id: string, hash: Buffer, hint: string): Promise<void> {
  await db.run(sql`
    insert into deployment_credentials (deployment_id, token_hash, token_hint) values (${id}, ${hash}, ${hint})
    on conflict (deployment_id) do update set token_hash = excluded.token_hash, token_hint = excluded.token_hint`);
  await db.run(sql`update deployments set version = version + 1, updated_at = app_now() where id = ${id}`);
}

/** How the Control Plane calls a hosted deployment. */
export interface Connection {
  id: string;
  url: string;
  /** Sealed. */
  service_secret: Buffer;
}

export function connectionOf(db: Db, id: string): Promise<Connection | undefined> {
  return db.first(sql`
    select deployments.id, url, service_secret from deployments join deployment_credentials on deployment_id = deployments.id
    where deployments.id = ${id} and url is not null and service_secret is not null`);
}

/** A deployment with its token called. */
export async function noteReport(db: Db, id: string, tpVersion: string | null): Promise<void> {
  await db.run(sql`
    update deployments set last_seen_at = app_now(), tp_version = coalesce(${tpVersion}, tp_version) where id = ${id}`);
}

export interface Checked {
  id: string;
  url: string;
}

/** The next hosted deployments to ask, by id. */
export function hostedAfter(db: Db, id: string, limit: number): Promise<Checked[]> {
  return db.rows(sql`
    select id, url from deployments
    where mode in ('shared_saas', 'dedicated') and url is not null and id > ${id} order by id limit ${limit}`);
}

export interface Checkup {
  health: Deployment["health"];
  message: string | null;
  /** Null leaves the known version. */
  tpVersion: string | null;
}

export async function saveCheckup(db: Db, id: string, { health, message, tpVersion }: Checkup): Promise<void> {
  await db.run(sql`
    update deployments set health = ${health}, health_message = ${message}, checked_at = app_now(),
      tp_version = coalesce(${tpVersion}, tp_version),
      last_seen_at = case when ${health} = 'unreachable' then last_seen_at else app_now() end
    where id = ${id}`);
}
