import { type Db, type FileRules, fail, newId, storeChunks } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { quotaExceeded } from "./rules.ts";
import * as store from "./store.ts";

/** Stores a body while it arrives. Each chunk is a statement of its own, so a slow sender holds no connection. */
export function openReceiver({ config, database, log }: Core): Pick<FileRules, "receive" | "discard"> {
  const { fileBytes: maxBytes, tenantFileBytes: allowed } = config;

  const discard: FileRules["discard"] = async (tenantId, id) => {
    await store.deleteUnfinished(database.tenant(tenantId), id).catch((error: unknown) => {
      // The schedule removes it later.
      log.warn({ error: String(error) }, "an unfinished upload could not be removed");
    });
  };

  const assertSpace = async (db: Db, bytes: number) => {
    const used = await store.usedBytes(db);
    if (used + bytes > allowed) throw quotaExceeded(used, allowed);
  };

  const receive: FileRules["receive"] = async ({ tenantId, createdBy, mediaType, announcedBytes = 0, body }) => {
    const db = database.tenant(tenantId);
    await assertSpace(db, announcedBytes);
    const id = newId();
    await store.beginFile(db, { id, mediaType, createdBy });
    try {
      const { size, sha256 } = await storeChunks(body, maxBytes, async (chunk) => {
        if (await store.addChunk(db, id, chunk, allowed)) return;
        await assertSpace(db, chunk.bytes.length);
        fail("UNAVAILABLE", "The upload was removed before it was complete; send the file again.");
      });
      return { id, mediaType, size, sha256 };
    } catch (error) {
      await discard(tenantId, id);
      throw error;
    }
  };

  return { receive, discard };
}
