import { type AlertPolicy, alertEvents, type Mute } from "@opsplane/contract";
import type { WriteScope } from "@opsplane/runtime";
import { resolveIncident } from "../incidents/index.ts";
import { noteOnChange } from "../itsm/index.ts";
import type { AlertRow } from "./alert.ts";
import { addEntry, addEntryOfAlert, title } from "./entries.ts";
import { type Firing, raisedBy, routeAlert } from "./routing.ts";
import * as store from "./store.ts";
import { forgetOpenings } from "./storms.ts";
import { type ItemsOfLabels, noItems } from "./subjects.ts";

// What follows from an alert: its incident, and the entries on its timeline.

export interface Fired {
  /** As it was saved. */
  alert: AlertRow;
  outcome: "opened" | "joined" | "muted";
}

/** Opens the incident of a firing alert, unless something mutes it. */
export async function fireAlert(firing: Firing, alert: AlertRow, named: ItemsOfLabels = noItems): Promise<Fired> {
  const { write, muteOf } = firing;
  const muted = await muteOf(alert);
  const isNews = alert.muted?.id !== muted?.id;
  const change = muted?.reason === "change" ? muted : undefined;
  const routed = muted === null ? await routeAlert(firing, { ...alert, muted }, named) : undefined;
  const saved = {
    ...alert,
    muted,
    incident_id: routed?.incidentId ?? alert.incident_id,
    change_id: change?.id ?? alert.change_id,
  };
  if (change && isNews)
    await noteOnChange(
      write,
      { id: change.id, reference: change.name },
      `Alert ${title(alert)} fired: ${alert.summary}.`,
    );
  await store.saveAlert(write.db, saved);
  if (isNews || muted === null) announceUpdated(write, saved);
  if (muted === null) announceFired(write, saved);
  return { alert: saved, outcome: routed?.outcome ?? "muted" };
}

/** A silence or window begins to mute an alert that fires already. Its incident stays open. */
export async function muteAlert(write: WriteScope, alert: AlertRow, muted: Mute): Promise<AlertRow> {
  const saved = { ...alert, muted };
  await store.saveAlert(write.db, saved);
  if (alert.incident_id !== null && (await store.isIncidentOpen(write.db, alert.incident_id))) {
    const why = muted.name === "" ? "" : `: ${muted.name}`;
    const by = muted.reason === "maintenance" ? "maintenance window" : muted.reason;
    await addEntryOfAlert(write, alert.incident_id, `Alert ${title(alert)} is muted by a ${by}${why}.`);
  }
  announceUpdated(write, saved);
  return saved;
}

/** Workflows can start with it. */
function announceFired({ announce }: WriteScope, { id, name, severity, labels, incident_id }: AlertRow): void {
  announce(alertEvents.fired, id, { name, severity, labels, incident_id });
}

export function announceUpdated({ announce }: WriteScope, { id, name, status }: AlertRow): void {
  announce(alertEvents.updated, id, { name, status });
}

/** A firing alert is worse than before. */
export async function noteWorse(write: WriteScope, alert: AlertRow): Promise<void> {
  if (alert.incident_id === null) return;
  await addEntryOfAlert(write, alert.incident_id, `Alert ${title(alert)} is now ${alert.severity}: ${alert.summary}.`);
  await raisedBy(write, alert.incident_id, alert);
}

export async function noteFlapping(write: WriteScope, alert: AlertRow): Promise<void> {
  if (alert.incident_id === null) return;
  const body = `Alert ${title(alert)} keeps coming back. It counts as firing until it was quiet for 10 minutes.`;
  await addEntryOfAlert(write, alert.incident_id, body);
}

/** Notes the recovery on the incident, and resolves the incident if that is wanted and it was its last alert. */
export async function noteRecovered(write: WriteScope, alert: AlertRow, why = ""): Promise<void> {
  const { incident_id: incidentId } = alert;
  if (incidentId === null || !(await store.isIncidentOpen(write.db, incidentId))) return;
  await addEntryOfAlert(write, incidentId, `Alert ${title(alert)} recovered.${why === "" ? "" : ` ${why}`}`);
  if (await store.isFiring(write.db, incidentId)) return;
  if (alert.auto_resolve) await resolveIncident(write, incidentId, "All alerts have recovered.");
  else await addEntry(write, incidentId, "All alerts of this incident have recovered.");
}

/** Ends the open alerts of a policy that no longer evaluates them, or of an integration that is deleted. */
export async function endAlertsOf(write: WriteScope, { id }: Pick<AlertPolicy, "id">, why: string): Promise<void> {
  for (const alert of await store.lockOpenAlerts(write.db, id)) {
    if (alert.status === "pending") await store.deleteAlert(write.db, alert.id);
    else await endAlert(write, alert, why);
  }
  await forgetOpenings(write.db, id);
}

/** Resolves a firing alert. */
export async function endAlert(write: WriteScope, alert: AlertRow, why = ""): Promise<AlertRow> {
  const ended: AlertRow = {
    ...alert,
    status: "resolved",
    resolved_at: write.now.toISOString(),
    recovering_at: null,
    muted: null,
  };
  await store.saveAlert(write.db, ended);
  await noteRecovered(write, ended, why);
  announceUpdated(write, ended);
  return ended;
}
