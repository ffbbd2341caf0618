import type { Schedule } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { flapQuietMs } from "../evaluation/advance.ts";
import * as alertStore from "../store.ts";
import { endAlert } from "../writes.ts";

const maxAtOnce = 500;

/** Resolves flapping alerts of integrations once they were quiet. The sender has said so before and does not repeat it. */
export function quietSchedule({ database, asAutomation }: Core): Schedule {
  return {
    name: "alerts.quiet",
    everyMs: 15_000,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      for (const { tenantId, id } of await alertStore.quietAlerts(database.system, flapQuietMs, maxAtOnce)) {
        signal.throwIfAborted();
        await asAutomation(tenantId, "alerts.quiet", async (write) => {
          const alert = await alertStore.lockAlert(write.db, id);
          if (alert?.status !== "firing" || alert.recovering_at === null) return false;
          const ended = await endAlert(write, alert);
          write.audit({ target: { type: "alert", id, name: ended.name }, after: { status: "resolved" } });
          return undefined;
        });
      }
    },
  };
}
