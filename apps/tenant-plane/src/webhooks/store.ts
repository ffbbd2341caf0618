import type { Page, Webhook } from "@opsplane/contract";
import { type Db, listNamed, type NameQuery, sql } from "@opsplane/runtime";

const columns = sql`
  id, name, url, event_types, enabled, authorization_secret_id, disabled_reason, created_by, previous_secret_until, failing_since,
  last_delivery_at, last_delivery_status, last_response_status, version, created_at, updated_at`;

export function listWebhooks(db: Db, query: NameQuery): Promise<Page<Webhook>> {
  return listNamed(db, { columns, table: sql`webhooks`, order: sql`name, id` }, query);
}

export function getWebhook(db: Db, id: string): Promise<Webhook | undefined> {
  return db.first(sql`select ${columns} from webhooks where id = ${id}`);
}

/** Events go on being stored for a webhook that is locked. */
export function lockWebhook(db: Db, id: string): Promise<Webhook | undefined> {
  return db.first(sql`select ${columns} from webhooks where id = ${id} for no key update`);
}

/** Two who create at once are counted one after the other. */
export async function countWebhooks(db: Db): Promise<number> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('opsplane/webhooks/' || current_setting('app.tenant_id')))`);
  return (await db.first<{ count: number }>(sql`select count(*) as count from webhooks`))?.count ?? 0;
}

type Fields = Pick<Webhook, "id" | "name" | "url" | "event_types" | "enabled" | "authorization_secret_id">;

export function insertWebhook(
  db: Db,
  { id, name, url, event_types, enabled, authorization_secret_id }: Fields,
  { secret, createdBy }: { secret: Buffer; createdBy: string },
): Promise<Webhook | undefined> {
  return db.first(sql`
    insert into webhooks (id, name, url, event_types, enabled, authorization_secret_id, secret, created_by)
    values (${id}, ${name}, ${url}, ${event_types}, ${enabled}, ${authorization_secret_id}, ${secret}, ${createdBy})
    returning ${columns}`);
}

/** A webhook that is enabled again starts without a past. */
export function updateWebhook(
  db: Db,
  { id, name, url, event_types, enabled, authorization_secret_id }: Fields,
): Promise<Webhook | undefined> {
  return db.first(sql`
    update webhooks
    set name = ${name}, url = ${url}, event_types = ${event_types}, enabled = ${enabled},
        authorization_secret_id = ${authorization_secret_id},
        disabled_reason = case when ${enabled} then null else disabled_reason end,
        failing_since = case when ${enabled} and not enabled then null else failing_since end,
        version = version + 1, updated_at = app_now()
    where id = ${id} returning ${columns}`);
}

export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from webhooks where id = ${id}`);
}

export function replaceSecret(db: Db, id: string, secret: Buffer, previousUntil: Date): Promise<Webhook | undefined> {
  return db.first(sql`
    update webhooks
    set previous_secret = secret, previous_secret_until = ${previousUntil}, secret = ${secret},
        version = version + 1, updated_at = app_now()
    where id = ${id} returning ${columns}`);
}

/** The webhooks that receive events of this type. The lock keeps each until the event's delivery is stored. */
export async function subscribedTo(db: Db, type: string): Promise<string[]> {
  const found = await db.rows<{ id: string }>(sql`
    select id from webhooks where enabled and (event_types is null or ${type} = any (event_types)) for key share`);
  return found.map(({ id }) => id);
}

/** Stores how the last delivery ended. A failed test says nothing about the webhook's health. */
export function noteResult(
  db: Db,
  id: string,
  { result, status, counts }: { result: "delivered" | "failed"; status: number | null; counts: boolean },
): Promise<Webhook | undefined> {
  return db.first(sql`
    update webhooks
    set last_delivery_at = app_now(), last_delivery_status = ${result}, last_response_status = ${status},
        failing_since = case when ${result} = 'delivered' then null
                             when ${counts} then coalesce(failing_since, app_now())
                             else failing_since end
    where id = ${id} returning ${columns}`);
}

export async function disableWebhook(db: Db, id: string, reason: Webhook["disabled_reason"]): Promise<void> {
  await db.run(sql`
    update webhooks set enabled = false, disabled_reason = ${reason}, version = version + 1, updated_at = app_now() where id = ${id}`);
}
