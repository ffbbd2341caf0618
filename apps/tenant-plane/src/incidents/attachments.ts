import { type Incident, incidentEvents, maxAttachments, type StoredFile } from "@opsplane/contract";
import { type Db, fail, type ReceivedFile, type WriteScope } from "@opsplane/runtime";
import { countFiles, deleteFile, type FileOwner, takeFile } from "../files/index.ts";
import { lockIncident } from "./store.ts";
import { addEntries, incidentNotFound, targetOf } from "./writes.ts";

export async function attachFile(
  write: WriteScope,
  id: string,
  received: ReceivedFile,
  name: string,
): Promise<StoredFile> {
  const { db, audit, announce } = write;
  // The lock keeps the count true while another file is attached.
  const incident = (await lockIncident(db, id)) ?? incidentNotFound(id);
  await assertRoom(db, incident);
  const file = await takeFile(write, ownerOf(incident), received, name);
  await addEntries(write, incident, [{ kind: "file", body: `Attached ${file.name}.`, changes: {} }]);
  audit({ target: targetOf(incident), after: { attachment: factsOf(file) } });
  announce(incidentEvents.attached, incident.id, changeOf(incident, file));
  return file;
}

export async function detachFile(write: WriteScope, id: string, fileId: string): Promise<undefined> {
  const { db, audit, announce } = write;
  const incident = (await lockIncident(db, id)) ?? incidentNotFound(id);
  const file = (await deleteFile(write, ownerOf(incident), fileId)) ?? attachmentNotFound(incident, fileId);
  await addEntries(write, incident, [{ kind: "file", body: `Deleted the attachment ${file.name}.`, changes: {} }]);
  audit({ target: targetOf(incident), before: { attachment: factsOf(file) } });
  announce(incidentEvents.detached, incident.id, changeOf(incident, file));
}

/** Refuses when the incident has all the attachments that it may have. */
export async function assertRoom(db: Db, incident: Incident): Promise<void> {
  if ((await countFiles(db, ownerOf(incident))) >= maxAttachments)
    fail("CONFLICT", `${incident.reference} has ${maxAttachments} attachments already; delete one first.`);
}

export function ownerOf({ id }: Incident): FileOwner {
  return { kind: "incident", id };
}

export function attachmentNotFound({ reference }: Incident, fileId: string): never {
  return fail("NOT_FOUND", `${reference} has no attachment ${fileId}.`);
}

function factsOf({ id, name, size, sha256 }: StoredFile) {
  return { id, name, size, sha256 };
}

function changeOf({ reference }: Incident, { id, name }: StoredFile) {
  return { reference, file_id: id, name };
}
