import type { AlertIntegration, AlertIntegrationSettings, IntegrationType, Page } from "@opsplane/contract";
import { type Db, listNamed, type NameQuery, sql } from "@opsplane/runtime";

/** An integration as it is stored. Its addresses follow from the server's. */
export type StoredIntegration = Omit<AlertIntegration, keyof AlertIntegrationSettings | "url" | "change_url"> & {
  settings: AlertIntegrationSettings;
};

const columns = sql`
  id, name, type, enabled, settings, key_hint, last_event_at, last_error, last_error_at, created_by, version, created_at, updated_at,
  (select count(*)::int from alert_integration_events received
   where received.tenant_id = integration.tenant_id and received.integration_id = integration.id
     and received.created_at > app_now() - interval '24 hours') as events_24h,
  (select count(*)::int from alerts
   where alerts.tenant_id = integration.tenant_id and alerts.integration_id = integration.id and alerts.status = 'firing') as open_alerts`;

export function listIntegrations(db: Db, query: NameQuery): Promise<Page<StoredIntegration>> {
  return listNamed(db, { columns, table: sql`alert_integrations integration`, order: sql`lower(name), id` }, query);
}

export function getIntegration(db: Db, id: string): Promise<StoredIntegration | undefined> {
  return db.first(sql`select ${columns} from alert_integrations integration where id = ${id}`);
}

/** Alerts of an integration are received one request at a time. */
export function lockIntegration(db: Db, id: string): Promise<StoredIntegration | undefined> {
  return db.first(sql`select ${columns} from alert_integrations integration where id = ${id} for no key update`);
}

/** Two who create at once are counted one after the other. */
export async function countIntegrations(db: Db): Promise<number> {
  await db.run(
    sql`select pg_advisory_xact_lock(hashtextextended('alert integrations ' || current_setting('app.tenant_id'), 0))`,
  );
  return (await db.first<{ count: number }>(sql`select count(*)::int as count from alert_integrations`))?.count ?? 0;
}

export interface IntegrationFields {
  id: string;
  name: string;
  enabled: boolean;
  settings: AlertIntegrationSettings;
}

export async function insertIntegration(
  db: Db,
  { id, name, enabled, settings }: IntegrationFields,
  made: { type: IntegrationType; keyHash: Buffer; keyHint: string; createdBy: string },
): Promise<boolean> {
  const added = await db.run(sql`
    insert into alert_integrations (id, name, type, enabled, settings, key_hash, key_hint, created_by)
    values (${id}, ${name}, ${made.type}, ${enabled}, ${JSON.stringify(settings)}, ${made.keyHash}, ${made.keyHint}, ${made.createdBy})
    on conflict (tenant_id, name) do nothing`);
  return added > 0;
}

export async function isNameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  return (await db.first(sql`select from alert_integrations where name = ${name} and id <> ${exceptId}`)) !== undefined;
}

export async function updateIntegration(db: Db, { id, name, enabled, settings }: IntegrationFields): Promise<void> {
  await db.run(sql`
    update alert_integrations
    set name = ${name}, enabled = ${enabled}, settings = ${JSON.stringify(settings)}, version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

export async function replaceKey(db: Db, id: string, keyHash: Buffer, keyHint: string): Promise<void> {
  await db.run(sql`
    update alert_integrations set key_hash = ${keyHash}, key_hint = ${keyHint}, version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

export async function deleteIntegration(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from alert_integrations where id = ${id}`);
}

export interface KeyHolder {
  tenantId: string;
  id: string;
  name: string;
}

/** Whose key it is. The index finds the hash, so no stored key is compared. */
export function findByKey(system: Db, keyHash: Buffer): Promise<KeyHolder | undefined> {
  return system.first(sql`
    select tenant_id as "tenantId", id, name from alert_integrations where key_hash = ${keyHash}`);
}

/** Does not count as a change of the integration. */
export async function noteRequest(db: Db, id: string, error: string | null): Promise<void> {
  await db.run(sql`
    update alert_integrations
    set last_event_at = app_now(), last_error = ${error}, last_error_at = case when ${error}::text is null then last_error_at else app_now() end
    where id = ${id}`);
}
