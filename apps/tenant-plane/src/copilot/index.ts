import type { Principal, Schedule } from "@opsplane/runtime";
import type { Core, FeatureOf } from "../core.ts";
import type { OpenAsker } from "../tools/index.ts";
import { builtinEngine } from "./builtin.ts";
import type { Engine } from "./engine.ts";
import { copilotHandlers } from "./handlers.ts";
import { deleteOld } from "./store.ts";

export type { CopilotQuestion, Earlier, Engine, EngineAnswer, EngineEvent, ToolCall } from "./engine.ts";

export interface CopilotOptions {
  openAsker: OpenAsker;
  /** Engines that are tried before the builtin one, for this principal. */
  engines?(principal: Principal): Promise<readonly Engine[]>;
  /** Counts an AI credit; fails with 402 when none is left. */
  chargeCredit?(principal: Principal, purpose: string): Promise<void>;
}

/** Answers questions about a tenant's data from read-only tools. */
export function openCopilot(
  { database, log }: Core,
  { openAsker, engines, chargeCredit }: CopilotOptions,
): FeatureOf<"copilot"> {
  const handlers = copilotHandlers({
    ...{ database, openAsker, log, chargeCredit },
    engines: async (principal) => [...((await engines?.(principal)) ?? []), builtinEngine],
  });
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
