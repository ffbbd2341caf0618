import { type ChangeSummary, type IncidentSummary, openIncidentStatuses } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";

// Open incidents and running changes of configuration items. Records of other features are only read here.

const isOpen = sql`incident.status = any (${openIncidentStatuses})`;

/** In progress, or scheduled for a window that includes now. */
const isRunning = sql`(
  change.status = 'implementing'
  or change.status in ('approved', 'scheduled') and app_now() between change.requested_start and change.requested_end)`;

/** The numbers of open incidents and running changes of an `item`. */
export const activityColumns = sql`
  (select count(*) from incident_items named
   join incidents incident on incident.tenant_id = named.tenant_id and incident.id = named.incident_id
   where named.tenant_id = item.tenant_id and named.ci_id = item.id and ${isOpen}) as open_incidents,
  (select count(*) from change_items touched
   join changes change on change.tenant_id = touched.tenant_id and change.id = touched.change_id
   where touched.tenant_id = item.tenant_id and touched.ci_id = item.id and ${isRunning}) as running_changes`;

/** Maximum number of pairs of an item and an incident or change. */
const maxPairs = 5000;

type WithItemId<T> = T & { ci_id: string };

/** The open incidents of these items, one row per incident and item, most severe first. */
export function openIncidentsOf(db: Db, ids: readonly string[]): Promise<WithItemId<IncidentSummary>[]> {
  return db.rows(sql`
    select named.ci_id, incident.id, incident.reference, incident.title, incident.severity, incident.status
    from incident_items named
    join incidents incident on incident.tenant_id = named.tenant_id and incident.id = named.incident_id
    where named.ci_id = any (${ids}::uuid[]) and ${isOpen}
    order by incident.severity, incident.created_at desc, incident.id desc
    limit ${maxPairs}`);
}

/** The running changes of these items, one row per change and item, latest first. */
export function runningChangesOf(db: Db, ids: readonly string[]): Promise<WithItemId<ChangeSummary>[]> {
  return db.rows(sql`
    select touched.ci_id, change.id, change.reference, change.title, change.type, change.risk_level, change.status,
           change.requested_start, change.requested_end
    from change_items touched
    join changes change on change.tenant_id = touched.tenant_id and change.id = touched.change_id
    where touched.ci_id = any (${ids}::uuid[]) and ${isRunning}
    order by change.requested_start desc nulls first, change.id desc
    limit ${maxPairs}`);
}
