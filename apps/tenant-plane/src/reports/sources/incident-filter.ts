import type { ReportParameters } from "@opsplane/contract";
import { all, type Sql, sql } from "@opsplane/runtime";

/** What the parameters leave of the incidents. */
export function filterOf({ services = [], teams = [], severities = [] }: ReportParameters): Sql {
  return all([
    severities.length > 0 && sql`incident.severity = any (${severities})`,
    services.length > 0 &&
      sql`exists (
        select from incident_items hit
        join config_items item on item.tenant_id = hit.tenant_id and item.id = hit.ci_id
        where hit.tenant_id = incident.tenant_id and hit.incident_id = incident.id and item.name = any (${services}))`,
    teams.length > 0 && inTeams(sql`incident.tenant_id`, sql`incident.assigned_to`, teams),
  ]);
}

/** The person is a member of one of these groups. */
export function inTeams(tenantId: Sql, person: Sql, teams: readonly string[]): Sql {
  return sql`exists (
    select from group_members member
    join groups team on team.tenant_id = member.tenant_id and team.id = member.group_id
    where member.tenant_id = ${tenantId} and member.user_id = ${person} and team.name = any (${teams}))`;
}
