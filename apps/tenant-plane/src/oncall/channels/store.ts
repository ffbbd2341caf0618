import type { NotificationChannel, Page } from "@opsplane/contract";
import { all, type Db, type PageRange, readPage, sql } from "@opsplane/runtime";
import type { Config } from "./rules.ts";

const columns = sql`
  channel.id, channel.name, channel.type, channel.user_id, channel.position, channel.delay_seconds, channel.enabled,
  channel.last_delivery_at, channel.last_delivery_status, channel.last_error, channel.created_by, channel.version,
  channel.created_at, channel.updated_at,
  json_strip_nulls(json_build_object('email', channel.email, 'url', channel.url, 'topic', channel.topic,
    'has_token', case when channel.type = 'ntfy' then channel.secret is not null end)) as config,
  case when person.id is not null then json_build_object('id', person.id, 'name', person.name, 'email', person.email) end as user`;
const withPerson = sql`left join users person on person.tenant_id = channel.tenant_id and person.id = channel.user_id`;

/** `userId`: a person's channels, or null for shared ones. */
export function listChannels(
  db: Db,
  { userId, limit, offset }: PageRange & { userId?: string | null | undefined },
): Promise<Page<NotificationChannel>> {
  const where = all([
    userId === null && sql`channel.user_id is null`,
    typeof userId === "string" && sql`channel.user_id = ${userId}`,
  ]);
  const order = typeof userId === "string" ? sql`channel.position, channel.id` : sql`channel.name, channel.id`;
  return readPage(db, {
    rows: sql`select ${columns} from notification_channels channel ${withPerson} where ${where} order by ${order} limit ${limit} offset ${offset}`,
    from: sql`notification_channels channel where ${where}`,
    limit,
    offset,
  });
}

export function getChannel(db: Db, id: string): Promise<NotificationChannel | undefined> {
  return db.first(sql`select ${columns} from notification_channels channel ${withPerson} where channel.id = ${id}`);
}

export function lockChannel(db: Db, id: string): Promise<NotificationChannel | undefined> {
  return db.first(sql`
    select ${columns} from notification_channels channel ${withPerson} where channel.id = ${id} for no key update of channel`);
}

/** Two who create at once are counted one after the other. */
export async function countChannels(db: Db, userId: string | null): Promise<number> {
  await db.run(sql`
    select pg_advisory_xact_lock(hashtext('opsplane/channels/' || current_setting('app.tenant_id')))`);
  const found = await db.first<{ count: number }>(sql`
    select count(*) as count from notification_channels where user_id is not distinct from ${userId}::uuid`);
  return found?.count ?? 0;
}

type Fields = Pick<NotificationChannel, "id" | "name" | "position" | "delay_seconds" | "enabled"> &
  Omit<Config, "secret">;

export async function insertChannel(
  db: Db,
  { id, name, position, delay_seconds, enabled, email, url, topic }: Fields,
  made: { type: NotificationChannel["type"]; userId: string | null; secret: Buffer | null; createdBy: string },
): Promise<void> {
  await db.run(sql`
    insert into notification_channels (id, name, type, user_id, email, url, topic, secret, position, delay_seconds, enabled, created_by)
    values (${id}, ${name}, ${made.type}, ${made.userId}, ${email}, ${url}, ${topic}, ${made.secret}, ${position}, ${delay_seconds},
            ${enabled}, ${made.createdBy})`);
}

/** A secret that is undefined stays as it is. */
export async function updateChannel(db: Db, fields: Fields, secret: Buffer | null | undefined): Promise<void> {
  const { id, name, position, delay_seconds, enabled, email, url, topic } = fields;
  await db.run(sql`
    update notification_channels
    set name = ${name}, email = ${email}, url = ${url}, topic = ${topic}, position = ${position}, delay_seconds = ${delay_seconds},
        enabled = ${enabled}, secret = case when ${secret === undefined} then secret else ${secret ?? null}::bytea end,
        version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

export async function deleteChannel(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from notification_channels where id = ${id}`);
}

export async function noteResult(
  db: Db,
  id: string,
  { result, error }: { result: "delivered" | "failed"; error: string | null },
): Promise<void> {
  await db.run(sql`
    update notification_channels
    set last_delivery_at = app_now(), last_delivery_status = ${result}, last_error = ${error} where id = ${id}`);
}
