import type { IncidentStatus, Severity } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";
import { type AlertsOfIncident, alertsOf, joinHours } from "./store.ts";

// A storm: one policy or integration opens more incidents in five minutes than people can look at. What is above joins one incident.

export const stormMinutes = 5;

/** When no alert joined it for so long, the next storm gets an incident of its own. */
const quietMinutes = 60;

/** An incident that took the alerts of a storm. */
export interface Storm {
  id: string;
  status: IncidentStatus;
  severity: Severity;
  alerts: AlertsOfIncident;
}

/** What a policy or an integration opened lately. */
export interface Burst {
  /** Whether the next alert joins the storm instead of opening an incident of its own. */
  isStorm(): boolean;
  /** The storm that still takes alerts. */
  storm: Storm | undefined;
  noteOpened(): Promise<void>;
  /** An alert joins the storm, or begins it. */
  noteJoined(storm: Storm): Promise<void>;
}

/** The bursts of one write, each read once. Call while the routing of alerts is locked. */
export function openBursts(db: Db, now: Date, maxIncidents: number): (sourceId: string) => Promise<Burst> {
  const known = new Map<string, Promise<Burst>>();
  return (sourceId) => {
    const burst = known.get(sourceId) ?? readBurst(db, now, maxIncidents, sourceId);
    known.set(sourceId, burst);
    return burst;
  };
}

async function readBurst(db: Db, now: Date, maxIncidents: number, sourceId: string): Promise<Burst> {
  const since = now.getTime() - stormMinutes * 60_000;
  const row = await db.first<{ opened: string[] }>(
    sql`select to_json(opened) as opened from alert_openings where source_id = ${sourceId}`,
  );
  let opened = (row?.opened ?? []).filter((at) => Date.parse(at) > since).slice(-maxIncidents);
  const noted = new Set<string>();
  const burst: Burst = {
    isStorm: () => opened.length >= maxIncidents,
    storm: await currentStorm(db, sourceId),
    noteOpened: async () => {
      opened = [...opened, now.toISOString()].slice(-maxIncidents);
      await db.run(sql`
        insert into alert_openings (source_id, opened) values (${sourceId}, ${opened}::timestamptz[])
        on conflict (tenant_id, source_id) do update set opened = excluded.opened`);
    },
    noteJoined: async (storm) => {
      burst.storm = {
        ...storm,
        alerts: { alerts: storm.alerts.alerts + 1, firing: storm.alerts.firing + 1, is_over: false },
      };
      if (noted.has(storm.id)) return;
      noted.add(storm.id);
      await db.run(sql`
        insert into alert_storms (incident_id, source_id) values (${storm.id}, ${sourceId})
        on conflict (tenant_id, incident_id) do update set joined_at = excluded.joined_at`);
    },
  };
  return burst;
}

async function currentStorm(db: Db, sourceId: string): Promise<Storm | undefined> {
  const found = await db.first<Omit<Storm, "alerts">>(sql`
    select incident.id, incident.status, incident.severity
    from alert_storms storm join incidents incident on incident.tenant_id = storm.tenant_id and incident.id = storm.incident_id
    where storm.source_id = ${sourceId} and storm.joined_at > app_now() - make_interval(mins => ${quietMinutes})
      and incident.status not in ('resolved', 'closed')
    order by storm.joined_at desc limit 1`);
  const alerts = found && (await alertsOf(db, found.id, joinHours));
  return alerts && !alerts.is_over ? { ...found, alerts } : undefined;
}

export async function isStorm(db: Db, incidentId: string): Promise<boolean> {
  return (await db.first(sql`select from alert_storms where incident_id = ${incidentId}`)) !== undefined;
}

/** A policy or an integration ended its alerts. */
export async function forgetOpenings(db: Db, sourceId: string): Promise<void> {
  await db.run(sql`delete from alert_openings where source_id = ${sourceId}`);
}
