import type { Page, WebhookDelivery } from "@opsplane/contract";
import { type Db, newId, readPage, sql } from "@opsplane/runtime";
import type { FinishedAttempt } from "./rules.ts";

const columns = sql`
  id, webhook_id, event_id, event_type, kind, status, attempts, last_attempt_at,
  case when status = 'pending' then next_attempt_at end as next_attempt_at,
  response_status, response_body, duration_ms, error, created_at, updated_at`;

export function listDeliveries(
  db: Db,
  webhookId: string,
  { limit = 50, offset = 0 }: { limit?: number; offset?: number },
): Promise<Page<WebhookDelivery>> {
  return readPage<WebhookDelivery>(db, {
    rows: sql`select ${columns} from webhook_deliveries where webhook_id = ${webhookId} order by id desc limit ${limit} offset ${offset}`,
    from: sql`webhook_deliveries where webhook_id = ${webhookId}`,
    limit,
    offset,
  });
}

type DeliveryWithBody = WebhookDelivery & { body: string };

export function getDelivery(db: Db, webhookId: string, id: string): Promise<DeliveryWithBody | undefined> {
  return db.first(sql`select ${columns}, body from webhook_deliveries where webhook_id = ${webhookId} and id = ${id}`);
}

export interface Message {
  eventId: string;
  type: string;
  kind: WebhookDelivery["kind"];
  body: string;
}

/** A job that does not end within this time counts as lost. */
const jobMinutes = 10;

/** Deliveries of one tenant that are sent at once. The others wait for the next tick. */
const maxSending = 20;

/** One delivery for each webhook. Beyond the tenant's bound they are left to the schedule. */
export function insertDeliveries(
  db: Db,
  webhookIds: readonly string[],
  { eventId, type, kind, body }: Message,
): Promise<WebhookDelivery[]> {
  const ids = webhookIds.map(() => newId());
  return db.rows(sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event_type, kind, body, status, next_attempt_at)
    select made.id, made.webhook_id, ${eventId}, ${type}, ${kind}, ${body},
           case when load.full then 'pending' else 'sending' end,
           case when load.full then app_now() else app_now() + make_interval(mins => ${jobMinutes}) end
    from unnest(${ids}::uuid[], ${webhookIds}::uuid[]) as made (id, webhook_id),
         (select count(*) >= ${maxSending} and ${kind} = 'event' as full
          from (select from webhook_deliveries where status = 'sending' limit ${maxSending}) sending) load
    returning ${columns}`);
}

export interface Dispatch {
  tenantId: string;
  deliveryId: string;
  number: number;
}

/** What a job sends; undefined when the delivery ended, or another job took it over. */
export interface Outgoing extends Pick<WebhookDelivery, "kind" | "event_id" | "webhook_id"> {
  body: string;
  url: string;
  enabled: boolean;
  name: string;
  authorization_secret_id: string | null;
  secret: Buffer;
  previous_secret: Buffer | null;
}

export function readOutgoing(db: Db, { deliveryId, number }: Dispatch): Promise<Outgoing | undefined> {
  return db.first(sql`
    select delivery.kind, delivery.event_id, delivery.webhook_id, delivery.body, webhook.name, webhook.url, webhook.enabled,
           webhook.authorization_secret_id, webhook.secret,
           case when webhook.previous_secret_until > app_now() then webhook.previous_secret end as previous_secret
    from webhook_deliveries delivery
    join webhooks webhook on webhook.tenant_id = delivery.tenant_id and webhook.id = delivery.webhook_id
    where delivery.id = ${deliveryId} and delivery.status = 'sending' and delivery.dispatches = ${number}`);
}

/** Locks the delivery if it is still this job's. A step that runs twice finds it ended, and stores nothing again. */
export async function lockSending(
  db: Db,
  { deliveryId, number }: Dispatch,
): Promise<Pick<WebhookDelivery, "kind" | "attempts" | "webhook_id"> | undefined> {
  // The webhook first: disabling it locks in the same order.
  await db.run(sql`
    select from webhooks where id = (select webhook_id from webhook_deliveries where id = ${deliveryId}) for no key update`);
  return db.first(sql`
    select kind, attempts, webhook_id from webhook_deliveries
    where id = ${deliveryId} and status = 'sending' and dispatches = ${number} for update`);
}

export async function postpone(db: Db, id: string, waitMs: number): Promise<void> {
  await db.run(sql`
    update webhook_deliveries
    set status = 'pending', next_attempt_at = app_now() + make_interval(secs => ${waitMs / 1000}), updated_at = app_now()
    where id = ${id}`);
}

export async function saveAttempt(
  db: Db,
  id: string,
  status: WebhookDelivery["status"],
  waitMs: number | undefined,
  attempt: FinishedAttempt,
): Promise<void> {
  await db.run(sql`
    update webhook_deliveries
    set status = ${status}, attempts = attempts + 1, last_attempt_at = app_now(),
        next_attempt_at = app_now() + make_interval(secs => ${waitMs === undefined ? null : waitMs / 1000}::float8),
        response_status = ${attempt.status}, response_body = ${attempt.answer}, duration_ms = ${attempt.durationMs},
        error = ${attempt.error}, updated_at = app_now()
    where id = ${id}`);
}

/** Ends the deliveries of events that wait or are about to be sent. */
export async function cancelOpen(db: Db, webhookId: string): Promise<void> {
  await db.run(sql`
    update webhook_deliveries
    set status = 'canceled', next_attempt_at = null, error = coalesce(error, 'The webhook was disabled.'), updated_at = app_now()
    where webhook_id = ${webhookId} and status in ('pending', 'sending') and kind = 'event'`);
}

/** Takes deliveries that are due: the oldest of each tenant, up to its bound. Lost jobs are among them. */
export async function takeDue(system: Db, maxRows: number): Promise<Dispatch[]> {
  return system.rows<Dispatch>(sql`
    with chosen as (
      select due.tenant_id, due.id from (select distinct tenant_id as id from webhooks) tenants
      cross join lateral (
        select tenant_id, id, next_attempt_at from webhook_deliveries
        where tenant_id = tenants.id and status in ('pending', 'sending') and next_attempt_at <= app_now()
        order by next_attempt_at
        limit greatest(0, ${maxSending} - (
          select count(*) from webhook_deliveries
          where tenant_id = tenants.id and status = 'sending' and next_attempt_at > app_now()))
        for update skip locked
      ) due
      order by due.next_attempt_at limit ${maxRows}
    )
    update webhook_deliveries delivery
    set status = 'sending', dispatches = dispatches + 1, next_attempt_at = app_now() + make_interval(mins => ${jobMinutes}),
        updated_at = app_now()
    from chosen
    where delivery.tenant_id = chosen.tenant_id and delivery.id = chosen.id
      and delivery.status in ('pending', 'sending') and delivery.next_attempt_at <= app_now()
    returning delivery.tenant_id as "tenantId", delivery.id as "deliveryId", delivery.dispatches as number`);
}

/** Deletes a batch of old deliveries; returns how many. */
export function deleteOld(system: Db, maxRows: number): Promise<number> {
  return system.run(sql`
    delete from webhook_deliveries where ctid = any (array(
      select ctid from webhook_deliveries where created_at < app_now() - interval '30 days' limit ${maxRows}))`);
}

/** Deletes a batch of finished deliveries beyond the newest of each webhook; returns how many. */
export function deleteSurplus(system: Db, kept: number, maxRows: number): Promise<number> {
  // Materialized: the planner would otherwise look for the last one that is kept once for each delivery.
  return system.run(sql`
    with last as materialized (
      select webhooks.tenant_id, webhooks.id as webhook_id, beyond.id from webhooks
      cross join lateral (
        select id from webhook_deliveries
        where tenant_id = webhooks.tenant_id and webhook_id = webhooks.id order by id desc offset ${kept} limit 1) beyond
    )
    delete from webhook_deliveries where ctid = any (array(
      select surplus.ctid from last
      join webhook_deliveries surplus
        on surplus.tenant_id = last.tenant_id and surplus.webhook_id = last.webhook_id and surplus.id <= last.id
      where surplus.status in ('delivered', 'failed', 'canceled') limit ${maxRows}))`);
}
