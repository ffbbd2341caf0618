import type { operations } from "@opsplane/contract";
import { type HandlersOf, parseRange } from "@opsplane/runtime";
import { fileName, findFile, listFiles, openDownload } from "../files/index.ts";
import { wantedAssignee } from "../records/assignee.ts";
import { assertRoom, attachFile, attachmentNotFound, detachFile, ownerOf } from "./attachments.ts";
import { incidentFigure, inStatusAndSeverity } from "./figures.ts";
import * as store from "./store.ts";
import { acknowledgeIncidents, addTimelineEntry, changeIncident, incidentNotFound, openIncident } from "./writes.ts";

export const incidentHandlers: HandlersOf<typeof operations.incidents> = {
  list: ({ db, query, principal, now }) => {
    const { assigned_to, sort = "-created_at", limit = 50, offset = 0, from: _from, to: _to, ...rest } = query;
    return store.listIncidents(db, {
      ...rest,
      ...parseRange(query, now),
      ...wantedAssignee(assigned_to, principal),
      sort,
      limit,
      offset,
    });
  },

  figures: ({ db, now, query: { at = "created", ...query } }) =>
    incidentFigure(db, at, parseRange(query, now), inStatusAndSeverity(query)),

  get: async ({ db, params }) => (await store.getIncident(db, params.id)) ?? incidentNotFound(params.id),

  create: (context) => openIncident(context, context.body),

  update: async (context) => {
    const { db, params, body, assertUnchanged } = context;
    const incident = (await store.lockIncident(db, params.id)) ?? incidentNotFound(params.id);
    assertUnchanged(incident);
    return changeIncident(context, incident, body);
  },

  acknowledge: (context) => acknowledgeIncidents(context, context.body.ids),

  timeline: async ({ db, params, query: { limit = 50, offset = 0 } }) => {
    const incident = (await store.getIncident(db, params.id)) ?? incidentNotFound(params.id);
    return store.listTimeline(db, incident.id, { limit, offset });
  },

  addNote: (context) => addTimelineEntry(context, context.params.id, context.body.body),

  attachments: async ({ db, params, query: { limit = 50, offset = 0 } }) => {
    const incident = (await store.getIncident(db, params.id)) ?? incidentNotFound(params.id);
    return listFiles(db, ownerOf(incident), { limit, offset });
  },

  attach: {
    admit: async ({ db, params, query }) => {
      fileName(query.name);
      await assertRoom(db, (await store.getIncident(db, params.id)) ?? incidentNotFound(params.id));
    },
    store: (context) => attachFile(context, context.params.id, context.file, fileName(context.query.name)),
  },

  download: async ({ db, params }) => {
    const incident = (await store.getIncident(db, params.id)) ?? incidentNotFound(params.id);
    const file = await findFile(db, ownerOf(incident), params.file_id);
    return openDownload(db, file ?? attachmentNotFound(incident, params.file_id));
  },

  detach: (context) => detachFile(context, context.params.id, context.params.file_id),
};
