import type { PageStatus, Unanswered } from "@opsplane/contract";
import { type Db, type Sql, sql } from "@opsplane/runtime";
import type { ActivePage } from "./store.ts";

// What became of the messages of a page.

export interface PageState extends Omit<ActivePage, "is_due"> {
  status: PageStatus;
  reach: "waiting" | "reached" | "unreached";
  reasons: string[];
  unanswered: Unanswered | null;
  unreached_at: string | null;
  admins_paged_at: string | null;
}

export function lockPage(db: Db, id: string): Promise<PageState | undefined> {
  return db.first(sql`
    select id, incident_id, escalation_policy_id, name, message, steps, repeat, step, cycle, status, reach, reasons, unanswered,
           unreached_at, admins_paged_at
    from oncall_pages where id = ${id} for update`);
}

export interface Outcomes {
  delivered: number;
  open: number;
  /** Sentences about messages that failed for good. */
  failures: string[];
}

const maxFailures = 20;

export async function outcomesOf(db: Db, pageId: string): Promise<Outcomes> {
  const counted = await db.first<Pick<Outcomes, "delivered" | "open">>(sql`
    select count(*) filter (where status = 'delivered')::int as delivered,
           count(*) filter (where status in ('pending', 'sending'))::int as open
    from oncall_notifications where page_id = ${pageId} and kind = 'page'`);
  const failed = await db.rows<{ text: string }>(sql`
    select distinct case when person.name is null then '' else person.name || ' by ' end || sent.channel_name || ': ' ||
                    coalesce(left(sent.error, 300), 'It failed.') as text
    from oncall_notifications sent left join users person on person.tenant_id = sent.tenant_id and person.id = sent.user_id
    where sent.page_id = ${pageId} and sent.kind = 'page' and sent.status in ('failed', 'canceled') order by text limit ${maxFailures}`);
  return { delivered: 0, open: 0, ...counted, failures: failed.map(({ text }) => text) };
}

export async function saveReach(
  db: Db,
  id: string,
  { reach, reasons, unanswered }: Pick<PageState, "reach" | "reasons" | "unanswered">,
): Promise<void> {
  await db.run(sql`
    update oncall_pages
    set reach = ${reach}, reasons = ${JSON.stringify(reasons)}, unanswered = ${unanswered},
        reached_at = case when ${reach} = 'reached' then coalesce(reached_at, app_now()) end,
        unreached_at = case when ${reach} = 'unreached' then coalesce(unreached_at, app_now()) else unreached_at end,
        version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

/** Uses the next step at once. */
export async function hurryPage(db: Db, id: string): Promise<void> {
  await db.run(sql`
    update oncall_pages set next_at = least(next_at, app_now()), version = version + 1, updated_at = app_now()
    where id = ${id} and status = 'active'`);
}

export async function noteAdminsPaged(db: Db, id: string): Promise<void> {
  await db.run(sql`
    update oncall_pages set admins_paged_at = app_now(), version = version + 1, updated_at = app_now() where id = ${id}`);
}

/** Pages with messages that ended since they were last looked at. */
export const pagesToFollow = (may: (id: Sql) => Sql) => sql`
  select ended.tenant_id as "tenantId", page.id, page.incident_id as "incidentId", page.created_at as due_at
  from (
    select distinct tenant_id, page_id from oncall_notifications
    where kind = 'page' and not followed and status in ('delivered', 'failed', 'canceled')
  ) ended join oncall_pages page on page.tenant_id = ended.tenant_id and page.id = ended.page_id
  where ${may(sql`page.id`)}`;

export interface EndedMessage {
  step: number;
  cycle: number;
  user_id: string | null;
  status: "delivered" | "failed" | "canceled";
}

/** Takes the messages that ended, once. */
export function takeEnded(db: Db, pageId: string): Promise<EndedMessage[]> {
  return db.rows(sql`
    update oncall_notifications set followed = true
    where page_id = ${pageId} and kind = 'page' and not followed and status in ('delivered', 'failed', 'canceled')
    returning step, cycle, user_id, status`);
}

export type PersonInStep = Pick<EndedMessage, "step" | "cycle"> & { user_id: string };

export interface TriedWay {
  channel_id: string | null;
  status: EndedMessage["status"] | "pending" | "sending";
  attempts: number;
}

/** By what a person was paged in a step. */
export function triedWays(db: Db, pageId: string, { step, cycle, user_id }: PersonInStep): Promise<TriedWay[]> {
  return db.rows(sql`
    select channel_id, status, attempts from oncall_notifications
    where page_id = ${pageId} and kind = 'page' and step = ${step} and cycle = ${cycle} and user_id = ${user_id}`);
}

/** Sends at once what waits for its delay. */
export async function hurryMessages(db: Db, pageId: string, { step, cycle, user_id }: PersonInStep): Promise<void> {
  await db.run(sql`
    update oncall_notifications set next_attempt_at = app_now(), due_at = app_now(), updated_at = app_now()
    where page_id = ${pageId} and kind = 'page' and step = ${step} and cycle = ${cycle} and user_id = ${user_id}
      and status = 'pending' and attempts = 0`);
}
