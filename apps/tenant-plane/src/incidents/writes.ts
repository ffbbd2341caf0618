import { type Incident, type IncidentStatus, incidentEvents, severities, type TimelineEntry } from "@opsplane/contract";
import { difference, fail, type WriteScope } from "@opsplane/runtime";
import { assertAssignable } from "../records/assignee.ts";
import { assertItems } from "../records/references.ts";
import {
  backForPaging,
  type Change,
  change,
  type Entry,
  move,
  timelineOf,
  wayToAcknowledged,
  wayToResolved,
} from "./rules.ts";
import * as store from "./store.ts";

// Writes of incidents, for handlers and other features. Each function audits and announces in the caller's write.

export interface IncidentInput {
  title: string;
  description?: string;
  severity?: Incident["severity"];
  source?: string;
  ci_ids?: readonly string[];
  assigned_to?: string | null;
  /** An alert opens it, so analysis, suggestions and paging follow. */
  automatic?: boolean;
  /** Who is paged for an automatic incident, unless by the default policy. */
  escalation_policy_id?: string | null;
}

export async function openIncident(
  { db, actor, audit, announce }: WriteScope,
  input: IncidentInput,
): Promise<Incident> {
  if (input.assigned_to) await assertAssignable(db, input.assigned_to);
  await assertItems(db, input.ci_ids ?? []);
  const incident = await store.insertIncident(db, {
    title: input.title,
    description: input.description ?? "",
    severity: input.severity ?? "P3",
    source: input.source ?? "",
    ciIds: input.ci_ids ?? [],
    assignedTo: input.assigned_to ?? null,
    createdBy: actor,
  });
  if (!incident) return fail("ERROR", "The incident could not be stored.");
  audit({ target: targetOf(incident), after: incident });
  announce(incidentEvents.created, incident.id, {
    ...summaryOf(incident),
    automatic: input.automatic ?? false,
    escalation_policy_id: input.escalation_policy_id ?? null,
  });
  return incident;
}

/** Changes an incident that is locked in this write. */
export async function changeIncident(write: WriteScope, incident: Incident, wanted: Change): Promise<Incident> {
  const { db, actor, now, audit, announce } = write;
  if (wanted.assigned_to && wanted.assigned_to !== incident.assigned_to) await assertAssignable(db, wanted.assigned_to);
  // Items that the incident already has may stay, even if they were deleted.
  await assertItems(db, wanted.ci_ids?.filter((id) => !incident.ci_ids.includes(id)) ?? []);
  const updated =
    (await store.updateIncident(db, change(incident, wanted, actor, now))) ?? incidentNotFound(incident.id);
  await addEntries(write, updated, timelineOf(incident, updated));
  audit({ target: targetOf(updated), ...difference(incident, updated) });
  const moved = incident.status === updated.status ? {} : { previous_status: incident.status };
  announce(incidentEvents.updated, updated.id, { ...summaryOf(updated), ...moved });
  return updated;
}

/** Moves an incident to a status that its current one allows. */
export async function moveIncident(
  write: WriteScope,
  id: string,
  status: IncidentStatus,
  fields: Pick<Change, "resolution_notes"> = {},
): Promise<Incident> {
  const incident = (await store.lockIncident(write.db, id)) ?? incidentNotFound(id);
  return changeIncident(write, incident, { status, ...fields });
}

/** Raises the severity of an incident. False when it is as severe already. */
export async function raiseIncident(write: WriteScope, id: string, severity: Incident["severity"]): Promise<boolean> {
  const incident = (await store.lockIncident(write.db, id)) ?? incidentNotFound(id);
  if (severities.indexOf(severity) >= severities.indexOf(incident.severity)) return false;
  await changeIncident(write, incident, { severity });
  return true;
}

interface Repage {
  /** As in "because it fired again". */
  reason: string;
  escalation_policy_id: string | null;
}

/** Pages again for an incident that is worse or came back. An acknowledged one is open again, so that someone acknowledges it. */
export async function repageIncident(
  write: WriteScope,
  id: string,
  { reason, escalation_policy_id }: Repage,
): Promise<void> {
  const { db, audit, announce } = write;
  const incident = (await store.lockIncident(db, id)) ?? incidentNotFound(id);
  const status = backForPaging[incident.status];
  if (status === undefined) {
    await addIncidentEntry(write, id, {
      kind: "page",
      body: `People are paged again, because ${reason}.`,
      changes: {},
    });
    announce(incidentEvents.repaged, id, { ...summaryOf(incident), reason, escalation_policy_id });
    return;
  }
  const updated = (await store.updateIncident(db, { ...incident, status })) ?? incidentNotFound(id);
  const body = `Moved from ${incident.status} to ${status}, and people are paged again, because ${reason}.`;
  await addEntries(write, updated, [
    { kind: "status", body, changes: { status: { from: incident.status, to: status } } },
  ]);
  audit({ target: targetOf(updated), ...difference(incident, updated) });
  announce(incidentEvents.updated, id, { ...summaryOf(updated), previous_status: incident.status });
  announce(incidentEvents.repaged, id, { ...summaryOf(updated), reason, escalation_policy_id });
}

export interface AcknowledgeResult {
  acknowledged: Incident[];
  skipped: { id: string; reference: string; status: IncidentStatus; reason: string }[];
}

/** Acknowledges several incidents in one write. Incidents past that status are skipped. */
export async function acknowledgeIncidents(write: WriteScope, ids: readonly string[]): Promise<AcknowledgeResult> {
  const { db, actor, now, audit, announce } = write;
  const found = await store.lockIncidents(db, ids);
  const unknown = ids.find((id) => !found.some((incident) => incident.id === id.toLowerCase()));
  if (unknown !== undefined) incidentNotFound(unknown);
  const movable = found.filter(({ status }) => wayToAcknowledged[status].length > 0);
  const acknowledged = await store.acknowledgeAll(
    db,
    movable.map(({ id }) => id),
    now,
  );
  await store.addEntries(
    db,
    movable.flatMap((incident) =>
      entriesOf(incident.status, wayToAcknowledged[incident.status]).map((entry) => ({
        incidentId: incident.id,
        actor,
        ...entry,
      })),
    ),
  );
  audit({
    target: {
      type: "incidents",
      id: movable.map(({ id }) => id).join(","),
      name: movable.map(({ reference }) => reference).join(", "),
    },
    before: Object.fromEntries(movable.map(({ reference, status }) => [reference, status])),
    after: Object.fromEntries(acknowledged.map(({ reference, status }) => [reference, status])),
  });
  for (const incident of acknowledged) {
    const previous = movable.find(({ id }) => id === incident.id)?.status;
    announce(incidentEvents.updated, incident.id, {
      ...summaryOf(incident),
      ...(previous && { previous_status: previous }),
    });
  }
  const skipped = found
    .filter((incident) => !movable.includes(incident))
    .map(({ id, reference, status }) => ({ id, reference, status, reason: `It is already ${status}.` }));
  return { acknowledged, skipped };
}

/** Resolves an incident through the legal moves. One that is resolved stays as it is. */
export async function resolveIncident(write: WriteScope, id: string, notes?: string): Promise<void> {
  const { db, actor, now, audit, announce } = write;
  const incident = (await store.lockIncident(db, id)) ?? incidentNotFound(id);
  const way = wayToResolved[incident.status];
  if (way.length === 0) return audit({ target: targetOf(incident) });
  const noted = notes === undefined ? incident : { ...incident, resolution_notes: notes };
  const resolved = way.reduce((before, status) => move(before, status, actor, now), noted);
  const updated = (await store.updateIncident(db, resolved)) ?? incidentNotFound(id);
  await addEntries(write, updated, entriesOf(incident.status, way));
  audit({ target: targetOf(updated), ...difference(incident, updated) });
  announce(incidentEvents.updated, updated.id, { ...summaryOf(updated), previous_status: incident.status });
}

/** Adds a note to the timeline. */
export async function addTimelineEntry(write: WriteScope, id: string, body: string): Promise<TimelineEntry> {
  const { db, audit, announce } = write;
  const incident = (await store.getIncident(db, id)) ?? incidentNotFound(id);
  const [note] = await addEntries(write, incident, [{ kind: "note", body, changes: {} }]);
  if (!note) return fail("ERROR", "The note could not be stored.");
  audit({ target: targetOf(incident), after: { note: note.body } });
  announce(incidentEvents.noted, incident.id, { reference: incident.reference });
  return note;
}

/** Adds an entry of another feature to the timeline, without an audit record of its own. */
export async function addIncidentEntry(write: WriteScope, id: string, entry: Entry): Promise<void> {
  const incident = await store.getIncident(write.db, id);
  if (!incident) return;
  await addEntries(write, incident, [entry]);
  write.announce(incidentEvents.noted, incident.id, { reference: incident.reference });
}

export function incidentNotFound(id: string): never {
  return fail("NOT_FOUND", `There is no incident ${id}.`);
}

export function addEntries({ db, actor }: WriteScope, incident: Incident, entries: readonly Entry[]) {
  return store.addEntries(
    db,
    entries.map((entry) => ({ incidentId: incident.id, actor, ...entry })),
  );
}

/** One timeline entry per move, as if a person had made the moves in sequence. */
function entriesOf(status: IncidentStatus, way: readonly IncidentStatus[]): Entry[] {
  let from = status;
  return way.map((to) => {
    const entry: Entry = { kind: "status", body: `Moved from ${from} to ${to}.`, changes: { status: { from, to } } };
    from = to;
    return entry;
  });
}

function summaryOf({ reference, title, severity, status, version }: Incident) {
  return { reference, title, severity, status, version };
}

export function targetOf(incident: Incident) {
  return { type: "incident", id: incident.id, name: incident.reference };
}
