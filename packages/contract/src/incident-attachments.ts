import { Type } from "typebox";
import { FileContent, FileName, StoredFile } from "./files.ts";
import { operation } from "./operation.ts";
import { gone, Id, paging, refParams } from "./schema.ts";

export const maxAttachments = 100;

const shared = { module: "incidents" } as const;
const ofIncident = refParams("INC");
const oneFile = Type.Object({ ...ofIncident.properties, file_id: Id });

export const incidentAttachments = {
  attachments: operation({
    ...shared,
    method: "GET",
    path: "/api/incidents/:id/attachments",
    summary: "List the attachments of an incident, oldest first",
    access: "incidents:read",
    effect: "read",
    envelope: "page",
    params: ofIncident,
    query: Type.Object(paging),
    reply: StoredFile,
  }),
  attach: operation({
    ...shared,
    method: "POST",
    path: "/api/incidents/:id/attachments",
    summary: "Attach a file to an incident",
    description: `The body is the file itself, in its own Content-Type. An incident has at most ${maxAttachments} attachments.`,
    access: "incidents:write",
    effect: "write",
    upload: true,
    status: 201,
    params: ofIncident,
    query: Type.Object({ name: FileName }),
    reply: StoredFile,
  }),
  download: operation({
    ...shared,
    method: "GET",
    path: "/api/incidents/:id/attachments/:file_id",
    summary: "Download an attachment",
    access: "incidents:read",
    effect: "read",
    download: true,
    envelope: "none",
    params: oneFile,
    reply: FileContent,
  }),
  detach: operation({
    ...shared,
    method: "DELETE",
    path: "/api/incidents/:id/attachments/:file_id",
    summary: "Delete an attachment",
    access: "incidents:write",
    effect: "write",
    ...gone,
    params: oneFile,
  }),
};
