import type { NotificationChannel, Page } from "@opsplane/contract";
import { all, type Db, type PageRange, readPage, sql } from "@opsplane/runtime";
import type { ChannelHealth } from "./problems.ts";
import { maxFailures } from "./problems.ts";
import type { Config } from "./rules.ts";

/** As it is stored. `failures` counts the messages in a row that failed for good. */
export type StoredChannel = Omit<NotificationChannel, "problem"> & { failures: number };

const columns = sql`
  channel.id, channel.name, channel.type, channel.user_id, channel.position, channel.delay_seconds, channel.enabled,
  channel.last_delivery_at, channel.last_delivery_status, channel.last_error, channel.failures, channel.gone_at, channel.created_by, channel.version,
  channel.created_at, channel.updated_at,
  json_strip_nulls(json_build_object('email', channel.email, 'url', channel.url, 'topic', channel.topic, 'fingerprint', channel.fingerprint,
    'has_token', case when channel.type = 'ntfy' then channel.secret is not null end)) as config,
  case when person.id is not null then json_build_object('id', person.id, 'name', person.name, 'email', person.email) end as user`;
const withPerson = sql`left join users person on person.tenant_id = channel.tenant_id and person.id = channel.user_id`;

/** `userId`: a person's channels, or null for shared ones. `browsersOf`: whose browsers are among them; undefined: everyone's. */
export function listChannels(
  db: Db,
  {
    userId,
    browsersOf,
    limit,
    offset,
  }: PageRange & { userId?: string | null | undefined; browsersOf?: string | null | undefined },
): Promise<Page<StoredChannel>> {
  const where = all([
    browsersOf !== undefined &&
      sql`(channel.type <> 'browser' or channel.user_id is not distinct from ${browsersOf}::uuid)`,
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

/** The channels that a person uses. */
export function channelsOf(db: Db, userId: string): Promise<ChannelHealth[]> {
  return db.rows(sql`
    select type, enabled, failures, last_error, gone_at from notification_channels
    where user_id = ${userId} and enabled order by position, id`);
}

export function getChannel(db: Db, id: string): Promise<StoredChannel | undefined> {
  return db.first(sql`select ${columns} from notification_channels channel ${withPerson} where channel.id = ${id}`);
}

export function lockChannel(db: Db, id: string): Promise<StoredChannel | undefined> {
  return db.first(sql`
    select ${columns} from notification_channels channel ${withPerson} where channel.id = ${id} for no key update of channel`);
}

interface ChannelCount {
  count: number;
  browsers: number;
  enabled: number;
}

/** Two who create at once are counted one after the other. */
export async function countChannels(db: Db, userId: string | null): Promise<ChannelCount> {
  await db.run(sql`
    select pg_advisory_xact_lock(hashtext('opsplane/channels/' || current_setting('app.tenant_id')))`);
  const found = await db.first<ChannelCount>(sql`
    select count(*) as count, count(*) filter (where type = 'browser') as browsers, count(*) filter (where enabled) as enabled
    from notification_channels where user_id is not distinct from ${userId}::uuid`);
  return found ?? { count: 0, browsers: 0, enabled: 0 };
}

/** Another channel of the person for the same browser. */
export function channelOfBrowser(
  db: Db,
  { userId, fingerprint, except }: { userId: string; fingerprint: string; except: string },
): Promise<{ name: string } | undefined> {
  return db.first(sql`
    select name from notification_channels
    where user_id = ${userId} and fingerprint = ${fingerprint} and id <> ${except}`);
}

type Fields = Pick<NotificationChannel, "id" | "name" | "position" | "delay_seconds" | "enabled"> &
  Omit<Config, "secret">;

export async function insertChannel(
  db: Db,
  { id, name, position, delay_seconds, enabled, email, url, topic, fingerprint }: Fields,
  made: { type: NotificationChannel["type"]; userId: string | null; secret: Buffer | null; createdBy: string },
): Promise<void> {
  await db.run(sql`
    insert into notification_channels (id, name, type, user_id, email, url, topic, fingerprint, secret, position, delay_seconds, enabled,
                                       created_by)
    values (${id}, ${name}, ${made.type}, ${made.userId}, ${email}, ${url}, ${topic}, ${fingerprint}, ${made.secret}, ${position},
            ${delay_seconds}, ${enabled}, ${made.createdBy})`);
}

/** A secret that is undefined stays as it is. A new subscription of a browser is no longer gone. */
export async function updateChannel(db: Db, fields: Fields, secret: Buffer | null | undefined): Promise<void> {
  const { id, name, position, delay_seconds, enabled, email, url, topic, fingerprint } = fields;
  await db.run(sql`
    update notification_channels
    set name = ${name}, email = ${email}, url = ${url}, topic = ${topic}, position = ${position}, delay_seconds = ${delay_seconds},
        enabled = ${enabled}, secret = case when ${secret === undefined} then secret else ${secret ?? null}::bytea end,
        gone_at = case when fingerprint = ${fingerprint} then gone_at end,
        failures = case when gone_at is not null and fingerprint <> ${fingerprint} then 0 else failures end, fingerprint = ${fingerprint},
        version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

export async function deleteChannel(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from notification_channels where id = ${id}`);
}

interface NotedResult {
  result: "delivered" | "failed";
  error: string | null;
  /** The message is not tried again. */
  isOver: boolean;
  gone?: string;
}

/** A subscription that has ended is broken at once, unless it was renewed since. */
export async function noteResult(db: Db, id: string, { result, error, isOver, gone = "" }: NotedResult): Promise<void> {
  await db.run(sql`
    update notification_channels
    set last_delivery_at = app_now(), last_delivery_status = ${result}, last_error = ${error},
        gone_at = case when fingerprint = ${gone} then coalesce(gone_at, app_now()) when ${result} = 'delivered' then null else gone_at end,
        failures = case when ${result} = 'delivered' then 0
                        when fingerprint = ${gone} then greatest(failures + 1, ${maxFailures})
                        when ${isOver} then failures + 1 else failures end
    where id = ${id}`);
}
