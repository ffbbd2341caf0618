import type { AlertIntegrationEvent, CursorPage, IntegrationOutcome } from "@opsplane/contract";
import { all, type Db, newId, sql, unnamed } from "@opsplane/runtime";

export type NewEvent = Omit<AlertIntegrationEvent, "id" | "created_at" | "incident"> & {
  incident_id: string | null;
  occurred_at: string;
};

/** Stores what became of the alerts of a request, in one statement. */
export async function insertEvents(db: Db, integrationId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db.run(sql`
    insert into alert_integration_events
      (id, integration_id, action, outcome, reason, name, dedup_key, severity, alert_id, incident_id, ci_ids, occurred_at, payload)
    select id, ${integrationId}, action, outcome, reason, name, dedup_key, severity, alert_id, incident_id,
           array(select jsonb_array_elements_text(ci_ids)::uuid), occurred_at, payload
    from jsonb_to_recordset(${JSON.stringify(events.map((event) => ({ id: newId(), ...event })))}::jsonb)
      as event (id uuid, action text, outcome text, reason text, name text, dedup_key text, severity text, alert_id uuid, incident_id uuid,
                ci_ids jsonb, occurred_at timestamptz, payload text)`);
}

/** Newest first. The cursor is the id of the last event of the page before. */
export async function listEvents(
  db: Db,
  integrationId: string,
  { outcome, limit, after }: { outcome: IntegrationOutcome[] | undefined; limit: number; after: string | undefined },
): Promise<CursorPage<AlertIntegrationEvent>> {
  const where = all([
    sql`event.integration_id = ${integrationId}`,
    outcome !== undefined && sql`event.outcome = any (${outcome})`,
    after !== undefined && sql`event.id < ${after}`,
  ]);
  const items = await db.rows<AlertIntegrationEvent>(
    unnamed(sql`
      select event.id, event.created_at, event.action, event.outcome, event.reason, event.name, event.dedup_key, event.severity,
        event.alert_id, to_json(event.ci_ids) as ci_ids, event.payload,
        case when incident.id is not null then json_build_object('id', incident.id, 'reference', incident.reference,
          'title', incident.title, 'severity', incident.severity, 'status', incident.status) end as incident
      from alert_integration_events event
      left join incidents incident on incident.tenant_id = event.tenant_id and incident.id = event.incident_id
      where ${where} order by event.id desc limit ${limit + 1}`),
  );
  const page = items.slice(0, limit);
  return { items: page, next: items.length > limit ? (page.at(-1)?.id ?? null) : null };
}

const keptEvents = 5_000;

/** Deletes a batch of events that are older than 30 days, or not among the newest of their integration; returns how many. */
export function deleteOldEvents(system: Db, maxRows: number): Promise<number> {
  return system.run(sql`
    delete from alert_integration_events where ctid = any (array(
      (select ctid from alert_integration_events where created_at < app_now() - interval '30 days' limit ${maxRows})
      union all
      (select event.ctid
       from alert_integrations integration
       cross join lateral (
         select id from alert_integration_events
         where tenant_id = integration.tenant_id and integration_id = integration.id
         order by id desc offset ${keptEvents} limit 1) oldest
       join alert_integration_events event
         on event.tenant_id = integration.tenant_id and event.integration_id = integration.id and event.id <= oldest.id
       limit ${maxRows})
      limit ${maxRows}))`);
}
