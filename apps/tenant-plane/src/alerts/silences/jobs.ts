import type { Schedule, WriteScope } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import * as alertStore from "../store.ts";
import { fireAlert } from "../writes.ts";
import { muteFiring } from "./mute-firing.ts";

const maxAtOnce = 500;

/**
 * Looks again at muted alerts: what still fires at the end of a silence, window or change opens its incident. What fires already when a
 * window begins is muted.
 */
export function muteSchedule({ database, asAutomation, log }: Core): Schedule {
  return {
    name: "alerts.mutes",
    everyMs: 5_000,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      for (const { tenantId, id } of await alertStore.alertsToLookAt(database.system, maxAtOnce)) {
        signal.throwIfAborted();
        await asAutomation(tenantId, "alerts.unmute", (write) => lookAgain(write, id)).catch((error: unknown) =>
          log.error({ err: error, tenant: tenantId, alert: id }, "a muted alert could not be looked at"),
        );
      }
      for (const { tenantId } of await alertStore.tenantsToMute(database.system, maxAtOnce)) {
        signal.throwIfAborted();
        await asAutomation(tenantId, "alerts.mute", muteMore);
      }
    },
  };
}

async function muteMore(write: WriteScope): Promise<undefined | false> {
  const muted = await muteFiring(write);
  const [first] = muted;
  if (first?.muted == null) return false;
  const { id, name } = first.muted;
  write.audit({
    target: { type: "silence", id, name },
    after: { muted: muted.slice(0, 50).map((alert) => alert.name) },
  });
  return undefined;
}

async function lookAgain(write: WriteScope, id: string): Promise<undefined | false> {
  const alert = await alertStore.lockAlert(write.db, id);
  if (alert?.status !== "firing" || alert.muted === null) return false;
  const { alert: after } = await fireAlert(write, alert);
  if (JSON.stringify(after.muted) === JSON.stringify(alert.muted)) return false;
  write.audit({ target: { type: "alert", id, name: alert.name }, after: { muted: after.muted } });
  return undefined;
}
