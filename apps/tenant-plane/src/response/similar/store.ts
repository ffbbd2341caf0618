import type { Incident } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";
import type { PastIncident } from "./rules.ts";

const maxNewest = 1000;
const maxOfItems = 200;

/** Resolved incidents that may resemble this one: the newest ones, and the newest ones of the same items. */
export function pastIncidents(db: Db, { id, ci_ids }: Pick<Incident, "id" | "ci_ids">): Promise<PastIncident[]> {
  return db.rows(sql`
    with newest as (
      select id from incidents_of_tenant where status in ('resolved', 'closed') order by created_at desc, id desc limit ${maxNewest}
    ), same as (
      select named.incident_id as id from incident_items named
      where named.ci_id = any (${ci_ids}::uuid[]) order by named.incident_id desc limit ${maxOfItems}
    ), chosen as (select id from newest union select id from same)
    select incident.id, incident.reference, incident.title, incident.severity, incident.source, incident.ci_ids, incident.created_at,
           incident.resolved_at, left(incident.resolution_notes, 500) as resolution_notes,
           (select feedback.cause from rca_feedback feedback
            where feedback.tenant_id = incident.tenant_id and feedback.incident_id = incident.id and feedback.verdict = 'confirmed'
            order by feedback.updated_at desc limit 1) as cause,
           coalesce((
             select jsonb_agg(distinct jsonb_build_object('runbook_id', runbook.id, 'name', runbook.name))
             from runs run join runbooks runbook on runbook.tenant_id = run.tenant_id and runbook.id = run.subject_id
             where run.tenant_id = incident.tenant_id and run.incident_id = incident.id and run.kind = 'execution' and not run.dry_run
               and run.status = 'succeeded' and run.verified is not false), '[]') as runbooks
    from chosen join incidents incident on incident.id = chosen.id
    where incident.id <> ${id} and incident.status in ('resolved', 'closed')`);
}
