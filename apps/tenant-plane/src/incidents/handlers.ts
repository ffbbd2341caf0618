import type { Incident, IncidentStatus, operations } from "@opsplane/contract";
import { type Db, difference, fail, type HandlersOf, type Principal } from "@opsplane/runtime";
import { assertAssignable, wantedAssignee } from "../assignee.ts";
import { assertItems } from "../references.ts";
import { readWindow } from "../window.ts";
import { change, type Entry, timelineOf, wayToAcknowledged } from "./rules.ts";
import * as store from "./store.ts";

export const incidentHandlers: HandlersOf<typeof operations.incidents> = {
  list: ({ db, query, principal, now }) => {
    const { assigned_to, sort = "-created_at", limit = 50, offset = 0, from: _from, to: _to, ...rest } = query;
    return store.listIncidents(db, {
      ...rest,
      ...readWindow(query, now),
      ...wantedAssignee(assigned_to, principal),
      sort,
      limit,
      offset,
    });
  },

  get: async ({ db, params }) => (await store.getIncident(db, params.id)) ?? missing(params.id),

  create: async ({ db, body, principal, audit, announce }) => {
    if (body.assigned_to) await assertAssignable(db, body.assigned_to);
    await assertItems(db, body.ci_ids ?? []);
    const incident = await store.insertIncident(db, {
      title: body.title,
      description: body.description ?? "",
      severity: body.severity ?? "P3",
      source: body.source ?? "",
      ciIds: body.ci_ids ?? [],
      assignedTo: body.assigned_to ?? null,
      createdBy: principal.label,
    });
    if (!incident) return fail("ERROR", "The incident could not be stored.");
    audit({ target: target(incident), after: incident });
    announce({ type: "incident.created", subjectId: incident.id, data: summary(incident) });
    return incident;
  },

  update: async ({ db, params, body, principal, now, audit, announce, assertUnchanged }) => {
    const incident = (await store.lockIncident(db, params.id)) ?? missing(params.id);
    assertUnchanged(incident);
    if (body.assigned_to && body.assigned_to !== incident.assigned_to) await assertAssignable(db, body.assigned_to);
    // What it named before may be gone since, and stays.
    await assertItems(db, body.ci_ids?.filter((id) => !incident.ci_ids.includes(id)) ?? []);
    const updated =
      (await store.updateIncident(db, change(incident, body, principal.label, now))) ?? missing(params.id);
    await addEntries(db, updated, principal, timelineOf(incident, updated));
    audit({ target: target(updated), ...difference(incident, updated) });
    announce({ type: "incident.updated", subjectId: updated.id, data: summary(updated) });
    return updated;
  },

  acknowledge: async ({ db, body, principal, now, audit, announce }) => {
    const found = await store.lockIncidents(db, body.ids);
    const unknown = body.ids.find((id) => !found.some((incident) => incident.id === id.toLowerCase()));
    if (unknown !== undefined) missing(unknown);
    const movable = found.filter(({ status }) => wayToAcknowledged[status].length > 0);
    const acknowledged = await store.acknowledgeAll(
      db,
      movable.map(({ id }) => id),
      now,
    );
    const moves = movable.flatMap((incident) =>
      stepsTo(incident).map((entry) => ({ incidentId: incident.id, actor: principal.label, ...entry })),
    );
    await store.addEntries(db, moves);
    audit({
      target: {
        type: "incidents",
        id: movable.map(({ id }) => id).join(","),
        name: movable.map(({ reference }) => reference).join(", "),
      },
      before: Object.fromEntries(movable.map(({ reference, status }) => [reference, status])),
      after: Object.fromEntries(acknowledged.map(({ reference, status }) => [reference, status])),
    });
    for (const incident of acknowledged)
      announce({ type: "incident.updated", subjectId: incident.id, data: summary(incident) });
    const skipped = found
      .filter((incident) => !movable.includes(incident))
      .map(({ id, reference, status }) => ({ id, reference, status, reason: `It is ${status} already.` }));
    return { acknowledged, skipped };
  },

  timeline: async ({ db, params, query: { limit = 50, offset = 0 } }) => {
    const incident = (await store.getIncident(db, params.id)) ?? missing(params.id);
    return store.listTimeline(db, incident.id, { limit, offset });
  },

  addNote: async ({ db, params, body, principal, audit, announce }) => {
    const incident = (await store.getIncident(db, params.id)) ?? missing(params.id);
    const [note] = await addEntries(db, incident, principal, [{ kind: "note", body: body.body, changes: {} }]);
    if (!note) return fail("ERROR", "The note could not be stored.");
    audit({ target: target(incident), after: { note: note.body } });
    announce({ type: "incident.noted", subjectId: incident.id, data: { reference: incident.reference } });
    return note;
  },
};

function addEntries(db: Db, incident: Incident, { label }: Principal, entries: readonly Entry[]) {
  return store.addEntries(
    db,
    entries.map((entry) => ({ incidentId: incident.id, actor: label, ...entry })),
  );
}

/** One timeline entry for each move, as if a person had made them one after the other. */
function stepsTo({ status }: Incident): Entry[] {
  let from: IncidentStatus = status;
  return wayToAcknowledged[status].map((to) => {
    const entry: Entry = { kind: "status", body: `Moved from ${from} to ${to}.`, changes: { status: { from, to } } };
    from = to;
    return entry;
  });
}

function summary({ reference, title, severity, status, version }: Incident) {
  return { reference, title, severity, status, version };
}

function target(incident: Incident) {
  return { type: "incident", id: incident.id, name: incident.reference };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no incident ${id}.`);
}
