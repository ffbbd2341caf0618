import type { Schedule } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { deleteAbandoned } from "./store.ts";

const batch = 20;

/** Removes uploads that never became complete. No upload takes an hour: the server ends it before that. */
export function removeUnfinished({ database }: Core): Schedule {
  return {
    name: "files.unfinished",
    everyMs: 10 * 60_000,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      while ((await deleteAbandoned(database.system, batch)) === batch) signal.throwIfAborted();
    },
  };
}
