import type { Schedule } from "@opsplane/runtime";
import type { Ai } from "../ai/index.ts";
import type { Core, FeatureOf } from "../core.ts";
import type { OpenAsker } from "../tools/index.ts";
import { copilotHandlers } from "./handlers.ts";
import { deleteOld } from "./store.ts";

export interface CopilotOptions {
  openAsker: OpenAsker;
  /** Credits, and the tenant's model. */
  ai: Ai;
}

/** Answers questions about a tenant's data from read-only tools. */
export function openCopilot({ database }: Core, { openAsker, ai }: CopilotOptions): FeatureOf<"copilot"> {
  const handlers = copilotHandlers({ database, openAsker, ai });
  return { handlers: { copilot: handlers }, schedules: [retention(database)] };
}

const keptDays = 90;
const batch = 1000;

function retention(database: Core["database"]): Schedule {
  return {
    name: "copilot.retention",
    everyMs: 60 * 60_000,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      while ((await deleteOld(database.system, keptDays, batch)) === batch) signal.throwIfAborted();
    },
  };
}
