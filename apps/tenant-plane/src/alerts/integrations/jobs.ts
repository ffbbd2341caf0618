import { dueWork, type Schedule } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { flapQuietMs } from "../evaluation/advance.ts";
import * as alertStore from "../store.ts";
import { endAlert } from "../writes.ts";

/** Resolves flapping alerts of integrations once they were quiet. The sender has said so before and does not repeat it. */
export function quietSchedule(core: Core): Schedule {
  return dueWork(core, {
    ...{ name: "alerts.quiet", everyMs: 15_000, due: (may) => alertStore.quietAlerts(flapQuietMs, may) },
    perform: ({ tenantId, id }) =>
      core.asAutomation(tenantId, "alerts.quiet", async (write) => {
        const alert = await alertStore.lockAlert(write.db, id);
        if (alert?.status !== "firing" || alert.recovering_at === null) return false;
        const ended = await endAlert(write, alert);
        write.audit({ target: { type: "alert", id, name: ended.name }, after: { status: "resolved" } });
        return undefined;
      }),
  });
}
