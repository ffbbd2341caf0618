import { type Incident, type IncidentStatus, incidentMoves, type TimelineEntry } from "@opsplane/contract";
import { fail } from "@opsplane/runtime";

export interface Change {
  status?: IncidentStatus;
  title?: string;
  description?: string;
  severity?: Incident["severity"];
  ci_ids?: string[];
  assigned_to?: string | null;
  resolution_notes?: string;
  resolved_by?: string;
}

/** The incident after a legal move, which sets its timestamp. */
export function change(incident: Incident, wanted: Change, actor: string, now: Date): Incident {
  const { status, ...fields } = wanted;
  const edited = { ...incident, ...fields };
  return status === undefined ? edited : move(edited, status, actor, now);
}

export function move(incident: Incident, to: IncidentStatus, actor: string, now: Date): Incident {
  if (!incidentMoves[incident.status].includes(to)) fail("INVALID_TRANSITION", refusal(incident.status, to));
  return { ...incident, status: to, ...stamps(incident, to, actor, now.toISOString()) };
}

function stamps(incident: Incident, to: IncidentStatus, actor: string, at: string): Partial<Incident> {
  switch (to) {
    case "acknowledged":
      // An incident that paged again was acknowledged before; the first time counts.
      return { acknowledged_at: incident.acknowledged_at ?? at };
    case "resolved":
      return { resolved_at: at, resolved_by: incident.resolved_by ?? actor };
    case "closed":
      return { closed_at: at };
    case "reopened":
      return { resolved_at: null, resolved_by: null };
    default:
      return {};
  }
}

function refusal(from: IncidentStatus, to: IncidentStatus): string {
  const next = incidentMoves[from].map((status) => `'${status}'`).join(" or ");
  return `An incident cannot go from '${from}' to '${to}'; ${next === "" ? `'${from}' is final` : `next is ${next}`}.`;
}

/** Where an alert that pages again moves an incident, so that someone acknowledges it again. People cannot make these moves. */
export const backForPaging: Partial<Record<IncidentStatus, IncidentStatus>> = {
  acknowledged: "open",
  investigating: "open",
  reopened: "open",
};

/** The moves that lead to acknowledged; none when the incident is past it. */
export const wayToAcknowledged: Record<IncidentStatus, readonly IncidentStatus[]> = {
  triggered: ["open", "acknowledged"],
  open: ["acknowledged"],
  acknowledged: [],
  investigating: [],
  resolved: [],
  closed: [],
  reopened: [],
};

/** The moves that lead to resolved; none when the incident is past it. */
export const wayToResolved: Record<IncidentStatus, readonly IncidentStatus[]> = {
  triggered: ["open", "acknowledged", "investigating", "resolved"],
  open: ["acknowledged", "investigating", "resolved"],
  acknowledged: ["investigating", "resolved"],
  investigating: ["resolved"],
  resolved: [],
  closed: [],
  reopened: ["investigating", "resolved"],
};

export interface Entry {
  kind: TimelineEntry["kind"];
  body: string;
  changes: Record<string, { from: unknown; to: unknown }>;
}

const edited = ["title", "description", "severity", "ci_ids", "resolution_notes", "resolved_by"] as const;

/** The timeline entries of a change: one for the move, one for the assignee, one for other fields. */
export function timelineOf(before: Incident, after: Incident): Entry[] {
  const entries: Entry[] = [];
  if (before.status !== after.status) {
    entries.push({
      kind: "status",
      body: `Moved from ${before.status} to ${after.status}.`,
      changes: { status: { from: before.status, to: after.status } },
    });
  }
  if (before.assigned_to !== after.assigned_to) {
    const body = after.assignee ? `Assigned to ${after.assignee.name}.` : "Unassigned.";
    entries.push({
      kind: "assigned",
      body,
      changes: { assigned_to: { from: before.assignee?.email ?? null, to: after.assignee?.email ?? null } },
    });
  }
  const fields = edited.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (fields.length > 0) {
    const changes = Object.fromEntries(fields.map((field) => [field, { from: before[field], to: after[field] }]));
    entries.push({ kind: "edited", body: `Changed ${fields.join(", ").replaceAll("_", " ")}.`, changes });
  }
  return entries;
}
