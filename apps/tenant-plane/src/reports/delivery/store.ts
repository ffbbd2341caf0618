import type { Page, ReportFormat, ReportSubscription } from "@opsplane/contract";
import { type Db, type PageRange, readPage, sql } from "@opsplane/runtime";
import type { Summary } from "../summary.ts";

const columns = sql`
  list.id, list.report_id, list.name, list.enabled, list.created_by, list.version, list.created_at, list.updated_at,
  coalesce((
    select json_agg(json_build_object('email', person.email, 'state', person.state, 'last_error', person.last_error,
        'last_sent_at', to_char(person.last_sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by person.email)
    from report_recipients person where person.tenant_id = list.tenant_id and person.subscription_id = list.id), '[]') as recipients`;

export function listSubscriptions(
  db: Db,
  { reportId, limit, offset }: { reportId: string } & PageRange,
): Promise<Page<ReportSubscription>> {
  return readPage<ReportSubscription>(db, {
    rows: sql`
      select ${columns} from report_subscriptions list where list.report_id = ${reportId}
      order by list.id limit ${limit} offset ${offset}`,
    from: sql`report_subscriptions list where list.report_id = ${reportId}`,
    limit,
    offset,
  });
}

export function getSubscription(db: Db, reportId: string, id: string): Promise<ReportSubscription | undefined> {
  return db.first(sql`
    select ${columns} from report_subscriptions list where list.report_id = ${reportId} and list.id = ${id}`);
}

export async function lockSubscription(db: Db, reportId: string, id: string): Promise<ReportSubscription | undefined> {
  await db.run(sql`select from report_subscriptions where report_id = ${reportId} and id = ${id} for update`);
  return getSubscription(db, reportId, id);
}

export async function countSubscriptions(db: Db, reportId: string): Promise<number> {
  const found = await db.first<{ count: number }>(
    sql`select count(*)::integer as count from report_subscriptions where report_id = ${reportId}`,
  );
  return found?.count ?? 0;
}

export interface SubscriptionFields {
  id: string;
  reportId: string;
  name: string;
  enabled: boolean;
}

export async function insertSubscription(db: Db, wanted: SubscriptionFields, createdBy: string): Promise<void> {
  const { id, reportId, name, enabled } = wanted;
  await db.run(sql`
    insert into report_subscriptions (id, report_id, name, enabled, created_by)
    values (${id}, ${reportId}, ${name}, ${enabled}, ${createdBy})`);
}

export async function updateSubscription(db: Db, { id, name, enabled }: SubscriptionFields): Promise<void> {
  await db.run(sql`
    update report_subscriptions set name = ${name}, enabled = ${enabled}, version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

export async function deleteSubscription(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from report_subscriptions where id = ${id}`);
}

/** Those who stay keep their state, so an address that unsubscribed gets no mail because of an edit. */
export async function setRecipients(db: Db, id: string, emails: readonly string[]): Promise<void> {
  await db.run(sql`delete from report_recipients where subscription_id = ${id} and not email = any (${emails})`);
  await db.run(sql`
    insert into report_recipients (subscription_id, email) select ${id}, email from unnest(${emails}::text[]) email
    on conflict do nothing`);
}

export interface Recipient {
  /** The list. */
  id: string;
  email: string;
  name: string;
}

/** An address that is on several lists gets one mail. */
export function activeRecipients(db: Db, reportId: string): Promise<Recipient[]> {
  return db.rows(sql`
    select min(list.id::text) as id, person.email,
      coalesce((select users.name from users where users.email = person.email), person.email) as name
    from report_subscriptions list
    join report_recipients person on person.tenant_id = list.tenant_id and person.subscription_id = list.id
    where list.report_id = ${reportId} and list.enabled and person.state = 'active'
    group by person.email order by person.email`);
}

/** True while the address is still wanted on the list. */
export async function isActive(db: Db, subscriptionId: string, email: string): Promise<boolean> {
  const found = await db.first(sql`
    select from report_recipients person
    join report_subscriptions list on list.tenant_id = person.tenant_id and list.id = person.subscription_id
    where person.subscription_id = ${subscriptionId} and person.email = ${email} and person.state = 'active' and list.enabled`);
  return found !== undefined;
}

/** On every list of the report that has the address. */
export async function noteDelivery(
  db: Db,
  reportId: string,
  email: string,
  outcome: { state: "active"; error: null } | { state: "active" | "bouncing"; error: string },
): Promise<void> {
  const { state, error } = outcome;
  await db.run(sql`
    update report_recipients set state = ${state}, last_error = ${error},
      last_sent_at = case when ${error}::text is null then app_now() else last_sent_at end
    where email = ${email} and state = 'active'
      and subscription_id in (select id from report_subscriptions where report_id = ${reportId})`);
}

export interface Unsubscribed {
  report_id: string;
  report_name: string;
}

/** From every list of the report. Undefined when the list is gone. */
export async function unsubscribe(db: Db, subscriptionId: string, email: string): Promise<Unsubscribed | undefined> {
  const found = await db.first<Unsubscribed>(sql`
    select report.id as report_id, report.name as report_name
    from report_subscriptions list join reports report on report.tenant_id = list.tenant_id and report.id = list.report_id
    join report_recipients person on person.tenant_id = list.tenant_id and person.subscription_id = list.id
    where list.id = ${subscriptionId} and person.email = ${email}`);
  if (!found) return undefined;
  await db.run(sql`
    update report_recipients set state = 'unsubscribed'
    where email = ${email} and subscription_id in (select id from report_subscriptions where report_id = ${found.report_id})`);
  return found;
}

export interface Delivered {
  report_id: string;
  report_name: string;
  format: ReportFormat;
  size: number;
  summary: Summary;
}

/** What a mail needs of a run; undefined when its output is gone. */
export function deliveredRun(db: Db, runId: string): Promise<Delivered | undefined> {
  return db.first(sql`
    select report.id as report_id, report.name as report_name, run.format, run.size, run.summary
    from report_runs run join reports report on report.tenant_id = run.tenant_id and report.id = run.report_id
    where run.id = ${runId} and run.status = 'succeeded' and run.size is not null`);
}
