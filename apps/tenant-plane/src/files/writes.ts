import type { StoredFile } from "@opsplane/contract";
import { fail, type ReceivedFile, type WriteScope } from "@opsplane/runtime";
import { completeFile, type FileOwner, removeFile } from "./store.ts";

// The caller audits and announces, in the terms of the record that owns the file.

/** Gives a received file to a record. It is visible when the caller's transaction commits. */
export async function takeFile(
  { db }: WriteScope,
  owner: FileOwner,
  file: ReceivedFile,
  name: string,
): Promise<StoredFile> {
  const stored = await completeFile(db, owner, file, name);
  return stored ?? fail("UNAVAILABLE", "The upload was removed before it was complete; send the file again.");
}

/** Deletes a file with its chunks. Undefined when the record has no such file. */
export function deleteFile({ db }: WriteScope, owner: FileOwner, id: string): Promise<StoredFile | undefined> {
  return removeFile(db, owner, id);
}
