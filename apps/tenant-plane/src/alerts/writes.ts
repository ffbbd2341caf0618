import { type AlertPolicy, alertEvents, type IncidentStatus, type Mute } from "@opsplane/contract";
import type { WriteScope } from "@opsplane/runtime";
import { reach } from "../cmdb/index.ts";
import { addIncidentEntry, openIncident, raiseIncident, repageIncident, resolveIncident } from "../incidents/index.ts";
import { noteOnChange } from "../itsm/index.ts";
import { type AlertRow, labelText, titleOf } from "./alert.ts";
import { type MuteOf, openMutes } from "./silences/mute.ts";
import * as store from "./store.ts";

// What follows from an alert: its incident, and the entries on its timeline.

/** An alert on a configuration item joins an open incident of what that item depends on, if it is not older than this. */
const joinMinutes = 60;
const joinDepth = 3;

/** So long after its last alert recovered, an open incident is no longer joined. */
const joinHours = 24;

export interface Fired {
  /** As it was saved. */
  alert: AlertRow;
  outcome: "opened" | "joined" | "muted";
}

/** Opens the incident of a firing alert, unless something mutes it. Callers with many alerts open `muteOf` once. */
export async function fireAlert(
  write: WriteScope,
  alert: AlertRow,
  muteOf: MuteOf = openMutes(write.db, write.now),
): Promise<Fired> {
  const muted = await muteOf(alert);
  const isNews = alert.muted?.id !== muted?.id;
  const change = muted?.reason === "change" ? muted : undefined;
  const fired: Fired =
    muted === null ? await routeAlert(write, { ...alert, muted }) : { alert: { ...alert, muted }, outcome: "muted" };
  const saved = { ...fired.alert, change_id: change?.id ?? fired.alert.change_id };
  if (change && isNews)
    await noteOnChange(
      write,
      { id: change.id, reference: change.name },
      `Alert ${title(alert)} fired: ${alert.summary}.`,
    );
  await store.saveAlert(write.db, saved);
  if (isNews || muted === null) announceUpdated(write, saved);
  if (muted === null) announceFired(write, saved);
  return { alert: saved, outcome: fired.outcome };
}

/** A silence or window begins to mute an alert that fires already. Its incident stays open. */
export async function muteAlert(write: WriteScope, alert: AlertRow, muted: Mute): Promise<AlertRow> {
  const saved = { ...alert, muted };
  await store.saveAlert(write.db, saved);
  if (alert.incident_id !== null && (await store.isIncidentOpen(write.db, alert.incident_id))) {
    const why = muted.name === "" ? "" : `: ${muted.name}`;
    const by = muted.reason === "maintenance" ? "maintenance window" : muted.reason;
    await addEntry(write, alert.incident_id, `Alert ${title(alert)} is muted by a ${by}${why}.`);
  }
  announceUpdated(write, saved);
  return saved;
}

/** Opens an incident for a firing alert, or adds it to one that is open. */
async function routeAlert(write: WriteScope, alert: AlertRow): Promise<Fired> {
  await store.lockRouting(write.db);
  const incident =
    (await ownIncident(write, alert)) ?? (await groupIncident(write, alert)) ?? (await relatedIncident(write, alert));
  if (incident === undefined)
    return { alert: { ...alert, incident_id: (await newIncident(write, alert)).id }, outcome: "opened" };
  await addEntry(write, incident.id, `Alert ${title(alert)} fired${incident.why}: ${alert.summary}.`);
  const isRaised = await raiseIncident(write, incident.id, alert.severity);
  await repage(write, incident.id, alert, isRaised ? raisedBy(alert) : whyAgain(incident));
  return { alert: { ...alert, incident_id: incident.id }, outcome: "joined" };
}

interface OpenIncident {
  id: string;
  status: IncidentStatus;
  why: string;
}

interface Joined extends OpenIncident {
  alerts: store.AlertsOfIncident;
}

/** Undefined when the incident is too old to be joined. */
async function joined({ db }: WriteScope, found: OpenIncident): Promise<Joined | undefined> {
  const alerts = await store.alertsOf(db, found.id, joinHours);
  return alerts.is_over ? undefined : { ...found, alerts };
}

/** Why people are paged for an incident again that an alert joins without making it more severe. */
function whyAgain({ alerts: { alerts, firing }, status }: Joined): string | undefined {
  if (alerts > 0) return firing === 0 ? "an alert fired after all had recovered" : undefined;
  // A person opened it, which pages no one. The person who acknowledged it knows of it.
  return status === "acknowledged" || status === "investigating" ? undefined : "an alert joined it";
}

const raisedBy = (alert: AlertRow) => `the alert ${title(alert)} raised its severity to ${alert.severity}`;

/** Pages again for what an acknowledgment did not cover, unless a policy is paging for the incident already. */
async function repage(
  write: WriteScope,
  incidentId: string,
  alert: AlertRow,
  reason: string | undefined,
): Promise<void> {
  if (reason === undefined || (await store.isEscalating(write.db, incidentId))) return;
  await repageIncident(write, incidentId, { reason, escalation_policy_id: alert.escalation_policy_id });
}

/** The incident that the alert had when it fired before. */
async function ownIncident(write: WriteScope, { incident_id: id }: AlertRow): Promise<Joined | undefined> {
  const found = id === null ? undefined : await store.isIncidentOpen(write.db, id);
  return id === null || !found ? undefined : joined(write, { id, status: found.status, why: " again" });
}

/** The open incident of the sender's group, or of the objective that other policies watch too. */
async function groupIncident(
  write: WriteScope,
  { integration_id, incident_key }: AlertRow,
): Promise<Joined | undefined> {
  if (incident_key === null) return undefined;
  const found = await store.findGroupIncident(write.db, integration_id, incident_key);
  const why = integration_id === null ? " for the same objective" : " in the same group";
  return found && joined(write, { ...found, why });
}

async function relatedIncident(write: WriteScope, { ci_ids }: AlertRow): Promise<Joined | undefined> {
  if (ci_ids.length === 0) return undefined;
  const upstream = await reach(write.db, ci_ids, { direction: "upstream", depth: joinDepth, most: 1000 });
  const found = await store.findRelatedIncident(write.db, [...upstream.keys()], joinMinutes);
  if (found === undefined) return undefined;
  const { id, status, ci_id } = found;
  return joined(write, { id, status, why: ci_ids.includes(ci_id) ? " on the same CI" : " on a CI that depends on it" });
}

function newIncident(write: WriteScope, alert: AlertRow) {
  const { name, summary, description, labels } = alert;
  const isOurs = alert.integration_id === null;
  const parts = [summary, description, isOurs ? "" : labelText(labels)];
  return openIncident(write, {
    title: isOurs ? `${name}${bracketed(labels)}`.slice(0, 300) : titleOf(alert),
    description: parts.filter((part) => part !== "").join("\n\n"),
    severity: alert.severity,
    source: alert.source,
    ci_ids: alert.ci_ids,
    automatic: true,
    escalation_policy_id: alert.escalation_policy_id,
  });
}

const bracketed = (labels: AlertRow["labels"]) => (Object.keys(labels).length === 0 ? "" : ` (${labelText(labels)})`);

const title = ({ name, labels, integration_id }: AlertRow) =>
  `"${name}"${integration_id === null ? bracketed(labels) : ""}`;

async function addEntry(write: WriteScope, incidentId: string, body: string): Promise<void> {
  await addIncidentEntry(write, incidentId, { kind: "alert", body, changes: {} });
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
  await addEntry(write, alert.incident_id, `Alert ${title(alert)} is now ${alert.severity}: ${alert.summary}.`);
  if (await raiseIncident(write, alert.incident_id, alert.severity))
    await repage(write, alert.incident_id, alert, raisedBy(alert));
}

export async function noteFlapping(write: WriteScope, alert: AlertRow): Promise<void> {
  if (alert.incident_id === null) return;
  const body = `Alert ${title(alert)} keeps coming back. It counts as firing until it was quiet for 10 minutes.`;
  await addEntry(write, alert.incident_id, body);
}

/** Notes the recovery on the incident, and resolves the incident if that is wanted and it was its last alert. */
export async function noteRecovered(write: WriteScope, alert: AlertRow, why = ""): Promise<void> {
  const { incident_id: incidentId } = alert;
  if (incidentId === null || !(await store.isIncidentOpen(write.db, incidentId))) return;
  await addEntry(write, incidentId, `Alert ${title(alert)} recovered.${why === "" ? "" : ` ${why}`}`);
  if ((await store.openAlertsOfIncident(write.db, incidentId)) > 0) return;
  if (alert.auto_resolve) await resolveIncident(write, incidentId, "All alerts have recovered.");
  else await addEntry(write, incidentId, "All alerts of this incident have recovered.");
}

/** Ends the open alerts of a policy that no longer evaluates them, or of an integration that is deleted. */
export async function endAlertsOf(write: WriteScope, { id }: Pick<AlertPolicy, "id">, why: string): Promise<void> {
  for (const alert of await store.lockOpenAlerts(write.db, id)) {
    if (alert.status === "pending") await store.deleteAlert(write.db, alert.id);
    else await endAlert(write, alert, why);
  }
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
