import { type IncidentStatus, isId, type linkActions, type Severity } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";
import { rolePermissions } from "../../identity/index.ts";
import type { Link } from "./links.ts";

/** The person of a link and the incident as it is now. */
export interface LinkActor extends Link {
  email: string;
  name: string;
  reference: string;
  title: string;
  severity: Severity;
  status: IncidentStatus;
}

/** Undefined when the person is disabled or may no longer change incidents. */
export async function findActor(db: Db, link: Link): Promise<LinkActor | undefined> {
  if (!isId(link.userId) || !isId(link.incidentId)) return undefined;
  const found = await db.first<Omit<LinkActor, keyof Link> & { role: string }>(sql`
    select person.email, person.name, person.role, incident.reference, incident.title, incident.severity, incident.status
    from users person join incidents incident on incident.tenant_id = person.tenant_id
    where person.id = ${link.userId} and incident.id = ${link.incidentId} and person.disabled_at is null`);
  if (!found) return undefined;
  const { role, ...actor } = found;
  const permissions = await rolePermissions(db, link.tenantId, role);
  return permissions?.includes("incidents:write") ? { ...link, ...actor } : undefined;
}

type LinkAction = (typeof linkActions)[number];

/** What a link can do in a status. */
const possible: Record<IncidentStatus, readonly LinkAction[]> = {
  triggered: ["acknowledge", "resolve"],
  open: ["acknowledge", "resolve"],
  acknowledged: ["resolve"],
  investigating: ["resolve"],
  resolved: [],
  closed: [],
  reopened: ["resolve"],
};

export function actionsFor(status: IncidentStatus): (action: LinkAction) => boolean {
  return (action) => possible[status].includes(action);
}
