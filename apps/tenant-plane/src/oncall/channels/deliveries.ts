import type { ChannelDelivery, ChannelType, DirectoryUser, Page } from "@opsplane/contract";
import { type Db, type PageRange, readPage, type Sql, sql } from "@opsplane/runtime";
import type { Content, FinishedAttempt } from "./rules.ts";

const columns = sql`
  sent.id, sent.channel_id, sent.kind, sent.subject, sent.status, sent.attempts, sent.last_attempt_at,
  case when sent.status = 'pending' then sent.next_attempt_at end as next_attempt_at, sent.response_status, sent.error,
  sent.page_id, sent.incident_id, incident.reference as incident_reference, sent.created_at, sent.updated_at`;
const withIncident = sql`left join incidents incident on incident.tenant_id = sent.tenant_id and incident.id = sent.incident_id`;

export function listDeliveries(
  db: Db,
  channelId: string,
  { limit, offset }: PageRange,
): Promise<Page<ChannelDelivery>> {
  return readPage(db, {
    rows: sql`select ${columns} from oncall_notifications sent ${withIncident} where sent.channel_id = ${channelId}
              order by sent.id desc limit ${limit} offset ${offset}`,
    from: sql`oncall_notifications where channel_id = ${channelId}`,
    limit,
    offset,
  });
}

export function getDelivery(db: Db, id: string): Promise<ChannelDelivery | undefined> {
  return db.first(sql`select ${columns} from oncall_notifications sent ${withIncident} where sent.id = ${id}`);
}

/** A message to one channel. */
export interface NewNotification {
  id: string;
  kind: ChannelDelivery["kind"];
  page_id: string | null;
  incident_id: string | null;
  step: number;
  cycle: number;
  user_id: string | null;
  channel_id: string | null;
  channel_name: string;
  channel_type: ChannelType;
  via: string;
  subject: string;
  content: Content;
  delay_seconds: number;
}

/** What was sent to a channel before, to send it again. */
export function readSent(
  db: Db,
  channelId: string,
  id: string,
): Promise<Omit<NewNotification, "delay_seconds"> | undefined> {
  return db.first(sql`
    select id, kind, page_id, incident_id, step, cycle, user_id, channel_id, channel_name, channel_type, via, subject, content
    from oncall_notifications where channel_id = ${channelId} and id = ${id}`);
}

/** A job that does not end within this time counts as lost. */
const jobMinutes = 5;

/** Messages of one tenant that are sent at once. The others wait for the next tick. */
const maxSending = 50;

/** Stores messages, each once. Returns those that are to be sent at once; the others are left to the schedule. */
export async function insertNotifications(
  db: Db,
  notifications: readonly NewNotification[],
): Promise<{ stored: string[]; sending: string[] }> {
  if (notifications.length === 0) return { stored: [], sending: [] };
  const rows = await db.rows<{ id: string; status: string }>(sql`
    with load as (
      select count(*) as busy from (select from oncall_notifications where status = 'sending' limit ${maxSending}) sending
    ), wanted as (
      select made.*, case
        when made.kind in ('test', 'redelivery') then true
        else made.delay_seconds = 0 and row_number() over (order by made.delay_seconds, made.id) + load.busy <= ${maxSending}
      end as now
      from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb) as made(
        id uuid, kind text, page_id uuid, incident_id uuid, step integer, cycle integer, user_id uuid, channel_id uuid,
        channel_name text, channel_type text, via text, subject text, content jsonb, delay_seconds integer), load
    )
    insert into oncall_notifications (id, kind, page_id, incident_id, step, cycle, user_id, channel_id, channel_name, channel_type, via,
                                      subject, content, status, due_at, next_attempt_at)
    select id, kind, page_id, incident_id, step, cycle, user_id, channel_id, channel_name, channel_type, via, subject, content,
           case when now then 'sending' else 'pending' end, app_now() + make_interval(secs => delay_seconds),
           app_now() + case when now then make_interval(mins => ${jobMinutes}) else make_interval(secs => delay_seconds) end
    from wanted
    on conflict do nothing
    returning id, status`);
  return {
    stored: rows.map(({ id }) => id),
    sending: rows.filter(({ status }) => status === "sending").map(({ id }) => id),
  };
}

export interface Dispatch {
  tenantId: string;
  notificationId: string;
  number: number;
}

/** What a job sends. */
export interface Outgoing extends Omit<NewNotification, "delay_seconds" | "subject"> {
  created_at: string;
  /** Null: the channel was deleted, or the message goes to the person's account. */
  channel: {
    email: string | null;
    url: string | null;
    topic: string | null;
    enabled: boolean;
    is_gone: boolean;
  } | null;
  secret: Buffer | null;
  user: (DirectoryUser & { disabled: boolean }) | null;
}

/** Undefined when the message was canceled, or another job took it over. */
export function readOutgoing(db: Db, { notificationId, number }: Dispatch): Promise<Outgoing | undefined> {
  return db.first(sql`
    select sent.id, sent.kind, sent.page_id, sent.incident_id, sent.step, sent.cycle, sent.user_id, sent.channel_id, sent.channel_name,
           sent.channel_type, sent.via, sent.content, sent.created_at, channel.secret,
           case when channel.id is not null then json_build_object(
             'email', channel.email, 'url', channel.url, 'topic', channel.topic, 'enabled', channel.enabled,
             'is_gone', channel.gone_at is not null) end as channel,
           case when person.id is not null then json_build_object(
             'id', person.id, 'name', person.name, 'email', person.email, 'disabled', person.disabled_at is not null) end as user
    from oncall_notifications sent
    left join notification_channels channel on channel.tenant_id = sent.tenant_id and channel.id = sent.channel_id
    left join users person on person.tenant_id = sent.tenant_id and person.id = sent.user_id
    where sent.id = ${notificationId} and sent.status = 'sending' and sent.dispatches = ${number}`);
}

type Sending = Pick<NewNotification, "id" | "kind" | "incident_id" | "user_id" | "channel_id" | "channel_name"> & {
  attempts: number;
};

/** Locks the message if it is still this job's. A step that runs twice finds it ended, and stores nothing again. */
export async function lockSending(db: Db, { notificationId, number }: Dispatch): Promise<Sending | undefined> {
  // The incident and the channel first: others lock in the same order.
  await db.run(sql`
    select from incidents where id = (select incident_id from oncall_notifications where id = ${notificationId}) for key share`);
  await db.run(sql`
    select from notification_channels
    where id = (select channel_id from oncall_notifications where id = ${notificationId}) for no key update`);
  return db.first(sql`
    select id, kind, incident_id, user_id, channel_id, channel_name, attempts from oncall_notifications
    where id = ${notificationId} and status = 'sending' and dispatches = ${number} for update`);
}

export async function postpone(db: Db, id: string, waitMs: number): Promise<void> {
  await db.run(sql`
    update oncall_notifications
    set status = 'pending', next_attempt_at = app_now() + make_interval(secs => ${waitMs / 1000}), updated_at = app_now()
    where id = ${id}`);
}

export async function saveAttempt(
  db: Db,
  id: string,
  status: ChannelDelivery["status"],
  waitMs: number | undefined,
  attempt: FinishedAttempt,
): Promise<void> {
  await db.run(sql`
    update oncall_notifications
    set status = ${status}, attempts = attempts + 1, last_attempt_at = app_now(),
        sent_at = case when ${status} = 'delivered' then app_now() end,
        next_attempt_at = app_now() + make_interval(secs => ${waitMs === undefined ? null : waitMs / 1000}::float8),
        response_status = ${attempt.status}, error = ${attempt.error}, updated_at = app_now()
    where id = ${id}`);
}

/** Ends messages that wait or are about to be sent. */
export function cancelOpen(db: Db, which: Sql, reason: string): Promise<number> {
  return db.run(sql`
    update oncall_notifications
    set status = 'canceled', next_attempt_at = null, error = coalesce(error, ${reason}), updated_at = app_now()
    where ${which} and status in ('pending', 'sending')`);
}

/** Takes messages that are due: the oldest of each tenant, up to its bound. Lost jobs are among them. */
export function takeDue(system: Db, maxRows: number): Promise<Dispatch[]> {
  return system.rows(sql`
    with chosen as (
      select due.tenant_id, due.id from (
        select distinct tenant_id as id from oncall_notifications where status in ('pending', 'sending')
      ) tenants
      cross join lateral (
        select tenant_id, id, next_attempt_at from oncall_notifications
        where tenant_id = tenants.id and status in ('pending', 'sending') and next_attempt_at <= app_now()
        order by next_attempt_at
        limit greatest(0, ${maxSending} - (
          select count(*) from oncall_notifications
          where tenant_id = tenants.id and status = 'sending' and next_attempt_at > app_now()))
        for update skip locked
      ) due
      order by due.next_attempt_at limit ${maxRows}
    )
    update oncall_notifications sent
    set status = 'sending', dispatches = dispatches + 1, next_attempt_at = app_now() + make_interval(mins => ${jobMinutes}),
        updated_at = app_now()
    from chosen
    where sent.tenant_id = chosen.tenant_id and sent.id = chosen.id
      and sent.status in ('pending', 'sending') and sent.next_attempt_at <= app_now()
    returning sent.tenant_id as "tenantId", sent.id as "notificationId", sent.dispatches as number`);
}

/** Deletes a batch of old messages; returns how many. */
export function deleteOld(system: Db, maxRows: number): Promise<number> {
  return system.run(sql`
    delete from oncall_notifications where ctid = any (array(
      select ctid from oncall_notifications
      where created_at < app_now() - interval '90 days' and status in ('delivered', 'failed', 'canceled') limit ${maxRows}))`);
}
