import { dueWork, type Schedule, type WriteScope } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { itemsNamedBy } from "../named-items.ts";
import { openFiring } from "../routing.ts";
import * as alertStore from "../store.ts";
import { fireAlert } from "../writes.ts";
import { muteFiring } from "./mute-firing.ts";

/**
 * Looks again at muted alerts: what still fires at the end of a silence, window or change opens its incident. What fires already when a
 * window begins is muted.
 */
export function muteSchedules(core: Core): Schedule[] {
  return [
    dueWork(core, {
      ...{ name: "alerts.mutes", everyMs: 5_000, due: alertStore.alertsToLookAt },
      perform: ({ tenantId, id }) =>
        core.asAutomation(tenantId, "alerts.unmute", (write) => lookAgain(core, write, id)),
    }),
    dueWork(core, {
      ...{ name: "alerts.mute", everyMs: 5_000, due: alertStore.tenantsToMute },
      perform: ({ tenantId }) => core.asAutomation(tenantId, "alerts.mute", muteMore),
    }),
  ];
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

async function lookAgain(core: Core, write: WriteScope, id: string): Promise<undefined | false> {
  const alert = await alertStore.lockAlert(write.db, id);
  if (alert?.status !== "firing" || alert.muted === null) return false;
  const { found } = await itemsNamedBy(write.db, alert.labels);
  const taken = found.filter(({ items }) => items.some(({ id: item }) => alert.ci_ids.includes(item)));
  const { alert: after } = await fireAlert(openFiring(core, write), alert, { found: taken, unclear: [] });
  if (JSON.stringify(after.muted) === JSON.stringify(alert.muted)) return false;
  write.audit({ target: { type: "alert", id, name: alert.name }, after: { muted: after.muted } });
  return undefined;
}
