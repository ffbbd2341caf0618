import type { Alert, AlertStatus, CursorPage, IncidentStatus, Severity } from "@opsplane/contract";
import { all, containing, type Db, inRange, type Sql, sql, type TimeRange, unnamed } from "@opsplane/runtime";
import { type AlertRow, sloKey } from "./alert.ts";
import type { NamedItem } from "./subjects.ts";

const rowColumns = sql`
  id, policy_id, integration_id, source, group_key, incident_key, name, status, severity, labels, summary, description, url, value, started_at, fired_at,
  recovering_at, resolved_at, last_seen_at, to_json(fires) as fires, fired_count, flapping, no_data, muted, to_json(ci_ids) as ci_ids,
  incident_id, change_id, escalation_policy_id, auto_resolve`;

const columns = sql`
  alert.id, alert.policy_id, alert.integration_id, alert.source, alert.name, alert.status, alert.severity, alert.labels, alert.summary,
  alert.description, alert.value, alert.url, alert.started_at, alert.fired_at, alert.resolved_at, alert.last_seen_at, alert.fired_count,
  alert.flapping, alert.no_data, alert.muted, to_json(alert.ci_ids) as ci_ids, alert.change_id, alert.created_at, alert.updated_at,
  alert.version,
  case when incident.id is not null then json_build_object('id', incident.id, 'reference', incident.reference, 'title', incident.title,
    'severity', incident.severity, 'status', incident.status, 'assignee', case when person.id is not null then
      json_build_object('id', person.id, 'name', person.name, 'email', person.email) end) end as incident`;

const withIncident = sql`
  left join incidents incident on incident.tenant_id = alert.tenant_id and incident.id = alert.incident_id
  left join users person on person.tenant_id = incident.tenant_id and person.id = incident.assigned_to`;

export interface AlertFilter {
  status?: AlertStatus[];
  muted?: boolean;
  severity?: Severity[];
  policy_id?: string;
  slo_id?: string;
  integration_id?: string;
  incident_id?: string;
  change_id?: string;
  labels: Record<string, string>;
  q?: string;
  range: TimeRange;
}

/** Newest first. The cursor is the id of the last alert of the page before. */
export async function listAlerts(
  db: Db,
  filter: AlertFilter,
  limit: number,
  after: string | undefined,
): Promise<CursorPage<Alert>> {
  const { status, muted, severity, policy_id, slo_id, integration_id, incident_id, change_id, labels, q, range } =
    filter;
  const words = q?.trim() ?? "";
  const where = all([
    status !== undefined && sql`alert.status = any (${status})`,
    muted !== undefined && (muted ? sql`alert.muted is not null` : sql`alert.muted is null`),
    severity !== undefined && sql`alert.severity = any (${severity})`,
    policy_id !== undefined && sql`alert.policy_id = ${policy_id}`,
    slo_id !== undefined && sql`alert.integration_id is null and alert.incident_key = ${sloKey(slo_id)}`,
    integration_id !== undefined && sql`alert.integration_id = ${integration_id}`,
    incident_id !== undefined && sql`alert.incident_id = ${incident_id}`,
    change_id !== undefined && sql`alert.change_id = ${change_id}`,
    Object.keys(labels).length > 0 && sql`alert.labels @> ${JSON.stringify(labels)}::jsonb`,
    words !== "" && sql`(alert.name ilike ${containing(words)} or alert.summary ilike ${containing(words)})`,
    ...inRange(sql`alert.started_at`, range),
    after !== undefined && sql`alert.id < ${after}`,
  ]);
  const items = await db.rows<Alert>(
    unnamed(sql`
      select ${columns} from alerts alert ${withIncident} where ${where} order by alert.id desc limit ${limit + 1}`),
  );
  const page = items.slice(0, limit);
  return { items: page, next: items.length > limit ? (page.at(-1)?.id ?? null) : null };
}

export function getAlert(db: Db, id: string): Promise<Alert | undefined> {
  return db.first(sql`select ${columns} from alerts alert ${withIncident} where alert.id = ${id}`);
}

export function countAlerts(
  db: Db,
): Promise<{ pending: number; firing: number; muted: number; flapping: number } | undefined> {
  return db.first(sql`
    select count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'firing' and muted is null)::int as firing,
      count(*) filter (where status = 'firing' and muted is not null)::int as muted,
      count(*) filter (where status = 'firing' and flapping)::int as flapping
    from alerts where status in ('pending', 'firing')`);
}

export function lockAlert(db: Db, id: string): Promise<AlertRow | undefined> {
  return db.first(sql`select ${rowColumns} from alerts where id = ${id} for update`);
}

/** The open alerts of a policy or an integration. */
export function lockOpenAlerts(db: Db, sourceId: string): Promise<AlertRow[]> {
  return db.rows(sql`
    select ${rowColumns} from alerts
    where (policy_id = ${sourceId} or integration_id = ${sourceId}) and status in ('pending', 'firing') order by id for update`);
}

/** An alert of an integration, with the state of its incident. */
export type ReceivedAlert = AlertRow & { incident_status: string | null; incident_resolved_at: string | null };

/** The newest alerts of an integration with these keys that are open, or resolved so lately that they could turn out to flap. */
export function lockReceived(db: Db, integrationId: string, keys: readonly string[]): Promise<ReceivedAlert[]> {
  return db.rows(sql`
    select ${rowColumns},
      (select status from incidents where incidents.id = alerts.incident_id) as incident_status,
      (select resolved_at from incidents where incidents.id = alerts.incident_id) as incident_resolved_at
    from alerts
    where integration_id = ${integrationId} and group_key = any (${keys})
      and (status <> 'resolved' or resolved_at > app_now() - interval '31 minutes')
    order by id for update`);
}

/** Notes that open alerts were received again, without being news. */
export async function noteSeen(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.run(sql`update alerts set last_seen_at = app_now() where id = any (${ids}::uuid[])`);
}

/** Alerts of integrations that flapped and are quiet since then. */
export const quietAlerts = (quietMs: number, may: (id: Sql) => Sql) => sql`
  select tenant_id as "tenantId", id, recovering_at as due_at from alerts
  where integration_id is not null and recovering_at <= app_now() - make_interval(secs => ${quietMs / 1000}) and status = 'firing'
    and ${may(sql`id`)}`;

export type TenantAlert = AlertRow & { tenant_id: string };

/** The alerts of these policies that are open, or resolved so lately that they could turn out to flap. */
export function readLately(
  db: Db,
  policies: readonly { tenantId: string; policyId: string }[],
): Promise<TenantAlert[]> {
  return db.rows(sql`
    select alerts.tenant_id, ${rowColumns} from alerts
    join unnest(${policies.map(({ tenantId }) => tenantId)}::text[], ${policies.map(({ policyId }) => policyId)}::uuid[])
      as asked (asked_tenant, asked_policy) on alerts.tenant_id = asked_tenant and alerts.policy_id = asked_policy
    where coalesce(resolved_at, 'infinity'::timestamptz) > app_now() - interval '31 minutes'
    order by id`);
}

export async function saveAlert(db: Db, alert: AlertRow): Promise<void> {
  const { muted, labels } = alert;
  await db.run(sql`
    insert into alerts (id, policy_id, integration_id, source, group_key, incident_key, name, status, severity, labels, summary, description, url, value,
                        started_at, fired_at, recovering_at, resolved_at, last_seen_at, fires, fired_count, flapping, no_data, muted, ci_ids,
                        incident_id, change_id, escalation_policy_id, auto_resolve)
    values (${alert.id}, ${alert.policy_id}, ${alert.integration_id}, ${alert.source}, ${alert.group_key}, ${alert.incident_key},
            ${alert.name}, ${alert.status},
            ${alert.severity}, ${JSON.stringify(labels)}, ${alert.summary}, ${alert.description}, ${alert.url}, ${alert.value},
            ${alert.started_at}, ${alert.fired_at}, ${alert.recovering_at}, ${alert.resolved_at}, ${alert.last_seen_at},
            ${alert.fires}::timestamptz[], ${alert.fired_count}, ${alert.flapping}, ${alert.no_data},
            ${muted && JSON.stringify(muted)}, ${alert.ci_ids}::uuid[], ${alert.incident_id}, ${alert.change_id},
            ${alert.escalation_policy_id}, ${alert.auto_resolve})
    on conflict (tenant_id, id) do update
    set incident_key = excluded.incident_key, name = excluded.name, status = excluded.status, severity = excluded.severity, labels = excluded.labels, summary = excluded.summary,
        description = excluded.description, url = excluded.url, value = excluded.value, started_at = excluded.started_at,
        fired_at = excluded.fired_at, recovering_at = excluded.recovering_at, resolved_at = excluded.resolved_at,
        last_seen_at = excluded.last_seen_at, fires = excluded.fires, fired_count = excluded.fired_count, flapping = excluded.flapping,
        no_data = excluded.no_data, muted = excluded.muted, ci_ids = excluded.ci_ids, incident_id = excluded.incident_id,
        change_id = excluded.change_id, escalation_policy_id = excluded.escalation_policy_id, auto_resolve = excluded.auto_resolve,
        version = alerts.version + 1, updated_at = app_now()`);
}

export async function deleteAlert(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from alerts where id = ${id}`);
}

/**
 * Muted alerts of all tenants whose mute may be over: its time is over, or what mutes them is gone or was changed since they were looked
 * at. A minute more, for a change that was being stored then.
 */
export const alertsToLookAt = (may: (id: Sql) => Sql) => sql`
    select alert.tenant_id as "tenantId", alert.id, alert.updated_at as due_at from alerts alert
    where alert.status = 'firing' and alert.muted is not null
      and ((alert.muted ->> 'until')::timestamptz <= app_now() or not exists (
        select from silences silence where silence.tenant_id = alert.tenant_id and silence.id = (alert.muted ->> 'id')::uuid
          and silence.updated_at < alert.updated_at - interval '1 minute'
        union all
        select from changes change where change.tenant_id = alert.tenant_id and change.id = (alert.muted ->> 'id')::uuid
          and change.updated_at < alert.updated_at - interval '1 minute'))
      and ${may(sql`alert.id`)}`;

/** Tenants with a firing alert that is not muted, and with a silence or window that may mute it. */
export const tenantsToMute = (may: (id: Sql) => Sql) => sql`
  select tenant_id as "tenantId", tenant_id as id, min(starts_at) as due_at from silences
  where starts_at <= app_now() and (ends_at is null or ends_at > app_now())
    and exists (select from alerts where alerts.tenant_id = silences.tenant_id and status = 'firing' and muted is null)
    and ${may(sql`silences.tenant_id`)}
  group by tenant_id`;

/** A page of the firing alerts that are not muted. */
export function readFiring(db: Db, after: string | undefined, limit: number): Promise<AlertRow[]> {
  const where = all([sql`status = 'firing' and muted is null`, after !== undefined && sql`id > ${after}`]);
  return db.rows(sql`select ${rowColumns} from alerts where ${where} order by id limit ${limit}`);
}

/** Undefined when it is muted, has ended, or is being evaluated. */
export function lockFiring(db: Db, id: string): Promise<AlertRow | undefined> {
  return db.first(sql`
    select ${rowColumns} from alerts where id = ${id} and status = 'firing' and muted is null for update skip locked`);
}

/** What changes at every evaluation of an open alert, without being news. */
export interface Touch {
  tenantId: string;
  id: string;
  policyId: string;
  /** Of the evaluation. A newer one has seen newer values. */
  claim: number;
  value: number | null;
  recoveringAt: string | null;
}

export async function touchAlerts(db: Db, touches: readonly Touch[]): Promise<void> {
  if (touches.length === 0) return;
  await db.run(sql`
    update alerts set value = new.value, recovering_at = new.recovering_at, last_seen_at = app_now()
    from unnest(${touches.map(({ tenantId }) => tenantId)}::text[], ${touches.map(({ id }) => id)}::uuid[],
                ${touches.map(({ policyId }) => policyId)}::uuid[], ${touches.map(({ claim }) => claim)}::bigint[],
                ${touches.map(({ value }) => value)}::float8[], ${touches.map(({ recoveringAt }) => recoveringAt)}::timestamptz[])
      as new (tenant_id, id, policy_id, claim, value, recovering_at)
    join alert_evaluation_states state
      on state.tenant_id = new.tenant_id and state.policy_id = new.policy_id and state.claim = new.claim
    where alerts.tenant_id = new.tenant_id and alerts.id = new.id and alerts.status in ('pending', 'firing')`);
}

/** Whether an alert of the incident still fires. */
export async function isFiring(db: Db, incidentId: string): Promise<boolean> {
  return (
    (await db.first(sql`select from alerts where incident_id = ${incidentId} and status = 'firing' limit 1`)) !==
    undefined
  );
}

/** Of each word. More items of one name are not the same thing. */
const maxItems = 20;

/** The configuration items whose name, hostname or address is one of these words, by word. */
export async function itemsByWord(db: Db, words: readonly string[]): Promise<Map<string, NamedItem[]>> {
  if (words.length === 0) return new Map();
  const rows = await db.rows<NamedItem>(sql`
    select word, id, name, class, environment, by
    from (
      select named.*, row_number() over (partition by word order by place, id) as number
      from (
        select 1 as place, 'name' as by, lower(name) as word, id, name, class, environment
        from items_of_tenant where lower(name) = any (${words}::text[])
        union all
        select 2, 'hostname', lower(left(attributes ->> 'hostname', 253)), id, name, class, environment
        from items_of_tenant where attributes ? 'hostname' and lower(left(attributes ->> 'hostname', 253)) = any (${words}::text[])
        union all
        select 3, 'address', lower(left(attributes ->> 'ip_address', 253)), id, name, class, environment
        from items_of_tenant where attributes ? 'ip_address' and lower(left(attributes ->> 'ip_address', 253)) = any (${words}::text[])
      ) named
    ) numbered
    where number <= ${maxItems} order by word, number`);
  const byWord = new Map<string, NamedItem[]>();
  for (const row of rows) byWord.set(row.word, [...(byWord.get(row.word) ?? []), row]);
  return byWord;
}

/** The newest open incident on one of these items that is not older than the window. */
export function findRelatedIncident(
  db: Db,
  itemIds: readonly string[],
  minutes: number,
): Promise<{ id: string; status: IncidentStatus; ci_id: string } | undefined> {
  return db.first(sql`
    select incident.id, incident.status, link.ci_id
    from incident_items link join incidents incident on incident.tenant_id = link.tenant_id and incident.id = link.incident_id
    join unnest(${itemIds}::uuid[]) with ordinality as near (id, place) on near.id = link.ci_id
    where incident.status not in ('resolved', 'closed') and incident.created_at > app_now() - make_interval(mins => ${minutes})
    order by near.place, incident.id limit 1`);
}

/** The newest open incident of alerts with this key. */
export function findGroupIncident(
  db: Db,
  integrationId: string | null,
  incidentKey: string,
): Promise<{ id: string; status: IncidentStatus } | undefined> {
  return db.first(sql`
    select incident.id, incident.status
    from alerts alert join incidents incident on incident.tenant_id = alert.tenant_id and incident.id = alert.incident_id
    where ${integrationId === null ? sql`alert.integration_id is null` : sql`alert.integration_id = ${integrationId}`}
      and alert.incident_key = ${incidentKey}
      and incident.status not in ('resolved', 'closed')
    order by alert.id desc limit 1`);
}

/** So long after its last alert recovered, an open incident is no longer joined. */
export const joinHours = 24;

/** The alerts of an incident, when it is joined. */
export interface AlertsOfIncident {
  alerts: number;
  firing: number;
  /** None of them was seen for so long that what fires now is another fault. */
  is_over: boolean;
}

export async function alertsOf(db: Db, incidentId: string, joinHours: number): Promise<AlertsOfIncident> {
  const found = await db.first<AlertsOfIncident>(sql`
    select count(*)::int as alerts, count(*) filter (where status = 'firing')::int as firing,
      coalesce(bool_and(status <> 'firing' and last_seen_at < app_now() - make_interval(hours => ${joinHours})), false) as is_over
    from alerts where incident_id = ${incidentId}`);
  return found ?? { alerts: 0, firing: 0, is_over: false };
}

/** True while an escalation policy pages for an incident. */
export async function isEscalating(db: Db, incidentId: string): Promise<boolean> {
  const found = await db.first(sql`
    select from oncall_pages where incident_id = ${incidentId} and status = 'active' and escalation_policy_id is not null`);
  return found !== undefined;
}

export function isIncidentOpen(db: Db, id: string): Promise<{ status: IncidentStatus } | undefined> {
  return db.first(sql`select status from incidents where id = ${id} and status not in ('resolved', 'closed')`);
}

/** Alerts of a tenant are attached to incidents one at a time, so that two of them do not open two incidents. */
export async function lockRouting(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('alerts ' || current_setting('app.tenant_id'), 0))`);
}
