import type { Schedule } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { deleteOldCalls } from "./store.ts";

const batch = 1_000;

/** Deletes old calls from the ledger. */
export function aiRetention({ database }: Core): Schedule {
  return {
    name: "ai.retention",
    everyMs: 60 * 60_000,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      while ((await deleteOldCalls(database.system, batch)) === batch) signal.throwIfAborted();
    },
  };
}
