import type { IncidentTime } from "@opsplane/contract";
import { all, type Db, inRange, type Sql, sql, type TimeRange, unnamed } from "@opsplane/runtime";

// The figures of incidents in a period. Reports, KPIs, dashboards and the copilot compute them only with what is here.
// Each part is for a statement in which `incident` names the table of incidents, or the tenant's view of it.

/** An acknowledgment is the first one and a resolution the last one. An incident that was reopened has no resolution until the next. */
export const incidentTimes: Readonly<Record<IncidentTime, Sql>> = {
  created: sql`incident.created_at`,
  acknowledged: sql`incident.acknowledged_at`,
  resolved: sql`incident.resolved_at`,
  closed: sql`incident.closed_at`,
};

/** The incidents to which it happened in the range. They may have been created before it. */
export function happenedIn(range: TimeRange, at: IncidentTime): Sql {
  return all([at !== "created" && sql`${incidentTimes[at]} is not null`, ...inRange(incidentTimes[at], range)]);
}

/** From the creation of an incident. */
export function secondsUntil(at: IncidentTime): Sql {
  return sql`extract(epoch from ${incidentTimes[at]} - incident.created_at)`;
}

/** MTTA is that of incidents acknowledged in a period, MTTR that of incidents resolved in it. */
export function meanSecondsUntil(at: IncidentTime, of: Sql): Sql {
  return sql`(avg(${secondsUntil(at)}) filter (where ${of}))::float8`;
}

export function percentileOfSecondsUntil(at: IncidentTime, share: number, of: Sql): Sql {
  return sql`(percentile_cont(${share}) within group (order by ${secondsUntil(at)}::float8) filter (where ${of}))`;
}

export interface IncidentFigure {
  count: number;
  mean_seconds: number | null;
  median_seconds: number | null;
}

/** Of the incidents to which it happened in the range, and that fit the caller's filter. */
export async function incidentFigure(db: Db, at: IncidentTime, range: TimeRange, filter: Sql): Promise<IncidentFigure> {
  const found = await db.first<IncidentFigure>(
    unnamed(
      sql`select ${figureColumns(at)} from incidents_of_tenant incident where ${happenedIn(range, at)} and ${filter}`,
    ),
  );
  return found ?? { count: 0, mean_seconds: null, median_seconds: null };
}

/** Without a list, any. */
export function inStatusAndSeverity({ status, severity }: StatusAndSeverity): Sql {
  return all([
    status && sql`incident.status = any (${status})`,
    severity && sql`incident.severity = any (${severity})`,
  ]);
}

interface StatusAndSeverity {
  status?: readonly string[] | undefined;
  severity?: readonly string[] | undefined;
}

/** Of the incidents that a statement selects. A figure about their creation has no times. */
export function figureColumns(at: IncidentTime): Sql {
  const [mean, median] =
    at === "created"
      ? [sql`null::float8`, sql`null::float8`]
      : [meanSecondsUntil(at, sql`true`), percentileOfSecondsUntil(at, 0.5, sql`true`)];
  return sql`count(*)::integer as count, ${mean} as mean_seconds, ${median} as median_seconds`;
}
