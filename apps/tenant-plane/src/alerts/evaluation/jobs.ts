import type { Schedule } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { deleteOldEvents } from "../integrations/event-log.ts";
import type { OpenSignals } from "../signals/read.ts";
import { evaluateDue } from "./rounds.ts";
import { deleteOldAlerts, deleteOldEvaluations } from "./store.ts";

export function evaluationSchedules(core: Core, openSignals: OpenSignals): Schedule[] {
  return [
    {
      name: "alerts.evaluate",
      everyMs: 1000,
      // Claims divide the policies.
      runsOn: "every-worker",
      run: ({ signal }) => evaluateDue(core, openSignals, signal),
    },
    {
      name: "alerts.retention",
      everyMs: 10 * 60_000,
      runsOn: "one-worker",
      run: async ({ signal }) => {
        while ((await deleteOldEvaluations(core.database.system, batch)) === batch) signal.throwIfAborted();
        while ((await deleteOldEvents(core.database.system, batch)) === batch) signal.throwIfAborted();
        while ((await deleteOldAlerts(core.database.system, batch)) === batch) signal.throwIfAborted();
      },
    },
  ];
}

const batch = 2_000;
