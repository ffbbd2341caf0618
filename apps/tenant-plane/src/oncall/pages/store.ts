import type {
  ChannelType,
  IncidentSummary,
  OnCallPage,
  Page,
  PageNotification,
  PageStatus,
  Unanswered,
} from "@opsplane/contract";
import { all, type Db, isOneOf, type PageRange, readPage, type Sql, sql } from "@opsplane/runtime";
import type { StoredStep } from "../escalation/store.ts";
import { grouped } from "../grouped.ts";

const columns = sql`
  page.id, page.incident_id, page.escalation_policy_id, page.name, page.status, page.step, page.cycle,
  jsonb_array_length(page.steps) as steps, page.next_at, page.ended_by, page.ended_at, page.created_by, page.version,
  page.created_at, page.updated_at, page.reach, page.reached_at, page.reasons, page.unanswered, page.admins_paged_at,
  json_build_object('id', incident.id, 'reference', incident.reference, 'title', incident.title, 'severity', incident.severity,
    'status', incident.status) as incident`;
const withIncident = sql`join incidents incident on incident.tenant_id = page.tenant_id and incident.id = page.incident_id`;

type PageRow = Omit<OnCallPage, "notifications">;

export interface PageFilter extends PageRange {
  incidentId?: string | undefined;
  status?: readonly PageStatus[] | undefined;
  unanswered?: readonly Unanswered[] | undefined;
}

export async function listPages(
  db: Db,
  { incidentId, status, unanswered, limit, offset }: PageFilter,
): Promise<Page<OnCallPage>> {
  const where = all([
    incidentId !== undefined && sql`page.incident_id = ${incidentId}`,
    status && isOneOf(sql`page.status`, status),
    unanswered && isOneOf(sql`page.unanswered`, unanswered),
  ]);
  const found = await readPage<PageRow>(db, {
    rows: sql`select ${columns} from oncall_pages page ${withIncident} where ${where} order by page.id desc limit ${limit} offset ${offset}`,
    from: sql`oncall_pages page where ${where}`,
    limit,
    offset,
  });
  return { ...found, items: await withNotifications(db, found.items) };
}

const maxOpenPages = 100;

/** The pages in which a person was paged and that are open, or that nobody answered. */
export async function openPagesOf(db: Db, userId: string): Promise<OnCallPage[]> {
  const rows = await db.rows<PageRow>(sql`
    select ${columns} from oncall_pages page ${withIncident}
    where (page.status = 'active' or page.unanswered is not null) and exists (
      select from oncall_notifications sent
      where sent.tenant_id = page.tenant_id and sent.page_id = page.id and sent.user_id = ${userId})
    order by page.id desc limit ${maxOpenPages}`);
  return withNotifications(db, rows);
}

export async function getPage(db: Db, id: string): Promise<OnCallPage | undefined> {
  const rows = await db.rows<PageRow>(
    sql`select ${columns} from oncall_pages page ${withIncident} where page.id = ${id}`,
  );
  return (await withNotifications(db, rows))[0];
}

const maxNotifications = 200;

/** The newest notifications of each page, oldest first. */
async function withNotifications(db: Db, pages: readonly PageRow[]): Promise<OnCallPage[]> {
  if (pages.length === 0) return [];
  const sent = await db.rows<PageNotification & { page_id: string }>(sql`
    select sent.* from unnest(${pages.map(({ id }) => id)}::uuid[]) as page(id)
    cross join lateral (
      select each.page_id, each.id, each.step, each.cycle, each.channel_id, each.channel_name, each.channel_type, each.via, each.status,
             each.due_at, each.sent_at, each.attempts, each.error,
             case when person.id is not null then json_build_object('id', person.id, 'name', person.name, 'email', person.email) end as user
      from oncall_notifications each
      left join users person on person.tenant_id = each.tenant_id and person.id = each.user_id
      where each.page_id = page.id order by each.id desc limit ${maxNotifications}
    ) sent order by sent.id`);
  const byPage = grouped(sent, ({ page_id }) => page_id);
  return pages.map((page) => ({
    ...page,
    notifications: (byPage.get(page.id) ?? []).map(({ page_id: _, ...notification }) => notification),
  }));
}

export interface PagedIncident extends IncidentSummary {
  description: string;
}

/** Keeps the incident from being changed by others. Always locked before its page. */
export function shareIncident(db: Db, id: string): Promise<PagedIncident | undefined> {
  return db.first(sql`
    select id, reference, title, severity, status, left(description, 1000) as description from incidents where id = ${id} for no key update`);
}

export interface ActivePage {
  id: string;
  incident_id: string;
  escalation_policy_id: string | null;
  name: string;
  message: string;
  steps: StoredStep[];
  repeat: number;
  step: number;
  cycle: number;
  is_due: boolean;
}

export function lockActive(db: Db, id: string): Promise<ActivePage | undefined> {
  return db.first(sql`
    select id, incident_id, escalation_policy_id, name, message, steps, repeat, step, cycle, next_at <= app_now() as is_due
    from oncall_pages where id = ${id} and status = 'active' for update`);
}

export type NewPage = Omit<ActivePage, "step" | "cycle" | "is_due">;

/** False when a job made it before. */
export async function insertPage(db: Db, page: NewPage, createdBy: string): Promise<boolean> {
  const made = await db.run(sql`
    insert into oncall_pages (id, incident_id, escalation_policy_id, name, message, status, steps, repeat, next_at, created_by)
    values (${page.id}, ${page.incident_id}, ${page.escalation_policy_id}, ${page.name}, ${page.message}, 'active',
            ${JSON.stringify(page.steps)}, ${page.repeat}, app_now(), ${createdBy})
    on conflict (tenant_id, id) do nothing`);
  return made === 1;
}

export async function exists(db: Db, id: string): Promise<boolean> {
  return (await db.first(sql`select id from oncall_pages where id = ${id}`)) !== undefined;
}

export async function savePosition(
  db: Db,
  id: string,
  { step, cycle, waitSeconds }: { step: number; cycle: number; waitSeconds: number },
): Promise<void> {
  await db.run(sql`
    update oncall_pages
    set step = ${step}, cycle = ${cycle}, next_at = app_now() + make_interval(secs => ${waitSeconds}), version = version + 1,
        updated_at = app_now()
    where id = ${id}`);
}

/** Ends the open page of an incident and returns it. What a page left unanswered is decided after it is exhausted. */
export function endPage(
  db: Db,
  incidentId: string,
  status: Exclude<PageStatus, "active">,
  by: string,
): Promise<{ id: string; name: string } | undefined> {
  return db.first(sql`
    update oncall_pages
    set status = ${status}, next_at = null, ended_by = ${by}, ended_at = app_now(), unanswered = null, version = version + 1,
        updated_at = app_now()
    where incident_id = ${incidentId} and status = 'active' returning id, name`);
}

/** Someone acknowledged the incident, or another page replaces these. */
export function endUnanswered(db: Db, incidentId: string): Promise<{ id: string; status: PageStatus }[]> {
  return db.rows(sql`
    update oncall_pages set unanswered = null, version = version + 1, updated_at = app_now()
    where incident_id = ${incidentId} and unanswered is not null returning id, status`);
}

/** True while an escalation policy pages for an incident. */
export async function isEscalating(db: Db, incidentId: string): Promise<boolean> {
  const found = await db.first(sql`
    select from oncall_pages where incident_id = ${incidentId} and status = 'active' and escalation_policy_id is not null`);
  return found !== undefined;
}

/** The person who moved the incident last. */
export async function lastMover(db: Db, incidentId: string): Promise<string> {
  const found = await db.first<{ actor: string }>(sql`
    select actor from incident_timeline where incident_id = ${incidentId} and kind = 'status' order by created_at desc, id desc limit 1`);
  return found?.actor ?? "automation";
}

/** Pages whose next step is due. */
export const duePages = (may: (id: Sql) => Sql) => sql`
  select tenant_id as "tenantId", id, incident_id as "incidentId", next_at as due_at from oncall_pages
  where status = 'active' and next_at <= app_now() and ${may(sql`id`)}`;

export interface Recipient {
  user_id: string | null;
  user_name: string | null;
  channel_id: string | null;
  channel_name: string;
  channel_type: ChannelType;
  delay_seconds: number;
}

/** The channels of people in their order. A person without one gets an email at the address of the account. */
export function personalChannels(db: Db, userIds: readonly string[]): Promise<Recipient[]> {
  return db.rows(sql`
    select person.id as user_id, person.name as user_name, channel.id as channel_id, coalesce(channel.name, 'email') as channel_name,
           coalesce(channel.type, 'email') as channel_type, coalesce(channel.delay_seconds, 0) as delay_seconds
    from users person
    left join notification_channels channel
      on channel.tenant_id = person.tenant_id and channel.user_id = person.id and channel.enabled
    where person.id = any (${userIds}::uuid[]) and person.disabled_at is null
    order by person.name, person.id, channel.position, channel.id`);
}

const maxAdmins = 20;

/** Every way of the admins: their channels, and the address of the account. */
export function waysOfAdmins(db: Db): Promise<Recipient[]> {
  return waysOf(
    db,
    sql`select id from users where role = 'admin' and disabled_at is null order by name, id limit ${maxAdmins}`,
  );
}

/** Every way of a person at once. */
export function waysOfPerson(db: Db, userId: string): Promise<Recipient[]> {
  return waysOf(db, sql`select id from users where id = ${userId} and disabled_at is null`);
}

/** The address of the account is left out where a channel has it. */
function waysOf(db: Db, people: Sql): Promise<Recipient[]> {
  return db.rows(sql`
    select person.id as user_id, person.name as user_name, way.id as channel_id, way.name as channel_name, way.type as channel_type,
           0 as delay_seconds
    from users person
    cross join lateral (
      select id, name, type, position from notification_channels where user_id = person.id and enabled
      union all
      select null, 'email', 'email', 1000 where not exists (
        select from notification_channels where user_id = person.id and enabled and type = 'email' and lower(email) = lower(person.email))
    ) way
    where person.id in (${people}) order by person.name, person.id, way.position, way.id`);
}

export function sharedChannels(db: Db, ids: readonly string[]): Promise<Recipient[]> {
  return db.rows(sql`
    select null as user_id, null as user_name, id as channel_id, name as channel_name, type as channel_type, 0 as delay_seconds
    from notification_channels where id = any (${ids}::uuid[]) and user_id is null and enabled order by name, id`);
}

export function teamMembers(db: Db, groupIds: readonly string[]): Promise<{ group_id: string; user_id: string }[]> {
  return db.rows(sql`
    select member.group_id, member.user_id from group_members member
    join users person on person.tenant_id = member.tenant_id and person.id = member.user_id
    where member.group_id = any (${groupIds}::uuid[]) and person.disabled_at is null order by person.name, person.id`);
}
