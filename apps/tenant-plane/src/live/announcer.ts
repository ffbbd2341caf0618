import { type Database, sql } from "@opsplane/runtime";
import type { Hub } from "./hub.ts";

const gatherMs = 20;

/** Wakes the streams of this instance at once. Commits are combined into one signal to the other instances. */
export function openAnnouncer(database: Database, hub: Hub): () => void {
  let gathering = false;
  return () => {
    hub.wake();
    if (gathering) return;
    gathering = true;
    setTimeout(() => {
      gathering = false;
      database.system.run(sql`select pg_notify('opsplane_events', '')`).catch(() => undefined);
    }, gatherMs);
  };
}
