import { destructivePart } from "@opsplane/automation";
import { type Db, sql } from "@opsplane/runtime";
import type { Plan } from "../../runs/index.ts";
import type { AlertFact, ChangeFact, IncidentFact } from "./facts.ts";
import { changesMs, incidentsMs, laterMs } from "./windows.ts";

// Records of other features are only read here. Each statement reads all items at once.

const maxNamed = 5;

/** The items whose name is one of these words. */
export function itemsNamed(db: Db, words: readonly string[]): Promise<{ id: string }[]> {
  return db.rows(sql`
    select id from items_of_tenant where lower(name) = any (${words}::text[]) order by lower(name), id limit ${maxNamed}`);
}

const maxAlerts = 20;

/** The first alerts of an incident. A storm has many more. */
export function alertsOf(db: Db, incidentId: string): Promise<Omit<AlertFact, "direct" | "other">[]> {
  return db.rows(sql`
    select id, name, summary, labels, coalesce(fired_at, started_at) as fired_at from alerts
    where incident_id = ${incidentId} order by id limit ${maxAlerts}`);
}

export function namesOf(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db.rows(sql`select id, name from config_items where id = any (${ids}::uuid[])`);
}

const maxRelations = 2000;

/** Which of these items depends on which other one, by name. */
export function relationsAmong(db: Db, ids: readonly string[]): Promise<{ from: string; to: string }[]> {
  return db.rows(sql`
    select affected.name as "from", failing.name as "to"
    from ci_relations relation
    join config_items affected on affected.tenant_id = relation.tenant_id and affected.id = relation.affected_id
    join config_items failing on failing.tenant_id = relation.tenant_id and failing.id = relation.failing_id
    where relation.affected_id = any (${ids}::uuid[]) and relation.failing_id = any (${ids}::uuid[])
    limit ${maxRelations}`);
}

/** The items of these names. A name that several items have is left out. */
export function itemsByName(db: Db, names: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db.rows(sql`
    select min(id::text) as id, lower(name) as name from items_of_tenant where lower(name) = any (${names.map((name) => name.toLowerCase())}::text[])
    group by lower(name) having count(*) = 1`);
}

/** A failed change was made, or at least begun. */
const statuses = ["approved", "scheduled", "implementing", "completed", "failed"];
const maxChanges = 100;

/** The changes of these items whose window or actual times touch the day before the incident, latest first. */
export function changesBefore(db: Db, ids: readonly string[], at: Date): Promise<ChangeFact[]> {
  return db.rows(sql`
    select touched.ci_id, 'change' as source, change.id, change.reference, change.title, change.risk_level as risk, change.window_start as started_at,
           case when change.window_end < 'infinity' then change.window_end end as ended_at, change.status in ('approved', 'scheduled') as is_planned,
           'Its risk is ' || change.risk_level || '.' as note
    from change_items touched
    join changes change on change.tenant_id = touched.tenant_id and change.id = touched.change_id
    where touched.ci_id = any (${ids}::uuid[]) and change.status = any (${statuses})
      and change.window_start <= ${at} and change.window_end >= ${new Date(at.getTime() - changesMs)}
    order by change.window_start desc, change.id desc
    limit ${maxChanges}`);
}

/** The change events that alert integrations received for these items in the day before the incident, latest first. */
export function changeEventsBefore(db: Db, ids: readonly string[], at: Date): Promise<ChangeFact[]> {
  return db.rows(sql`
    select touched.ci_id, 'event' as source, event.id, null as reference, event.name as title, 'medium' as risk,
           event.occurred_at as started_at, event.occurred_at as ended_at, false as is_planned, null as note
    from alert_integration_events event cross join unnest(event.ci_ids) as touched (ci_id)
    where event.outcome = 'change' and touched.ci_id = any (${ids}::uuid[])
      and event.occurred_at <= ${at} and event.occurred_at >= ${new Date(at.getTime() - changesMs)}
    order by event.occurred_at desc, event.id desc
    limit ${maxChanges}`);
}

type ExecutionRow = Omit<ChangeFact, "risk" | "note"> & { plan: Plan };

/**
 * The executions of runbooks in the day before the incident, latest first. They touch their targets, and the items of the incident that they
 * were for. One that repaired an earlier incident is no cause of the next.
 */
export async function executionsBefore(
  db: Db,
  ids: readonly string[],
  incidentId: string,
  at: Date,
): Promise<ChangeFact[]> {
  const rows = await db.rows<ExecutionRow>(sql`
    select touched.ci_id, 'execution' as source, run.id, run.reference, run.subject_name as title, run.created_at as started_at,
           run.finished_at as ended_at, false as is_planned, run.plan
    from runs run
    cross join lateral (
      select (target ->> 'ci_id')::uuid as ci_id from jsonb_array_elements(run.targets) target
      union
      select named.ci_id from incident_items named where named.tenant_id = run.tenant_id and named.incident_id = run.incident_id
    ) touched
    where run.kind = 'execution' and not run.dry_run and run.incident_id is distinct from ${incidentId}
      and run.created_at <= ${at} and run.created_at >= ${new Date(at.getTime() - changesMs)} and touched.ci_id = any (${ids}::uuid[])
      and not exists (
        select 1 from incidents repaired
        where repaired.tenant_id = run.tenant_id and repaired.id = run.incident_id and run.status = 'succeeded'
          and repaired.resolved_at between run.created_at and ${at}
      )
    order by run.created_at desc, run.id desc
    limit ${maxChanges}`);
  return rows.map(({ plan, ...row }) => {
    const command = destructiveCommand(plan);
    const [risk, note] =
      command === undefined ? (["unknown", null] as const) : (["high", `It runs “${command}”.`] as const);
    return { ...row, risk, note };
  });
}

/** The first command that removes data or interrupts a service. */
function destructiveCommand({ nodes }: Plan): string | undefined {
  for (const { type, config } of nodes) {
    const found =
      type === "command" && typeof config.command === "string" ? destructivePart(config.command) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const maxIncidents = 100;

/** Other incidents of these items: those that were open, and those that were opened shortly before, latest first. */
export function incidentsAround(db: Db, ids: readonly string[], incidentId: string, at: Date): Promise<IncidentFact[]> {
  return db.rows(sql`
    select named.ci_id, incident.id, incident.reference, incident.title, incident.severity, incident.created_at
    from incident_items named
    join incidents incident on incident.tenant_id = named.tenant_id and incident.id = named.incident_id
    where named.ci_id = any (${ids}::uuid[]) and incident.id <> ${incidentId}
      and incident.created_at <= ${new Date(at.getTime() + laterMs)}
      and (incident.resolved_at is null or incident.resolved_at > ${at} or incident.created_at >= ${new Date(at.getTime() - incidentsMs)})
    order by incident.created_at desc, incident.id desc
    limit ${maxIncidents}`);
}
