import { type IncidentStatus, severities } from "@opsplane/contract";
import type { WriteScope } from "@opsplane/runtime";
import { reach } from "../cmdb/index.ts";
import type { Core } from "../core.ts";
import { openIncident, raiseIncident, repageIncident } from "../incidents/index.ts";
import { type AlertRow, labelText, titleOf } from "./alert.ts";
import { addEntry, addEntryOfItems, bracketed, title } from "./entries.ts";
import { type MuteOf, openMutes } from "./silences/mute.ts";
import * as store from "./store.ts";
import { type Burst, openBursts, type Storm, stormMinutes } from "./storms.ts";
import type { ItemsOfLabels } from "./subjects.ts";

// Which incident an alert belongs to: its own before, that of its group, that of what it depends on, that of a storm, or a new one.

/** An alert on a configuration item joins an open incident of what that item depends on, if it is not older than this. */
const joinMinutes = 60;
const joinDepth = 3;

/** One write in which alerts fire. What they share is read once. */
export interface Firing {
  write: WriteScope;
  maxStormIncidents: number;
  muteOf: MuteOf;
  /** What the policy or integration of an alert opened lately. The routing is locked after that. */
  burstOf(alert: AlertRow): Promise<Burst>;
}

export function openFiring({ config }: Pick<Core, "config">, write: WriteScope): Firing {
  const { db, now } = write;
  const maxStormIncidents = config.alertStormIncidents;
  const burstOf = openBursts(db, now, maxStormIncidents);
  let locked: Promise<void> | undefined;
  return {
    ...{ write, maxStormIncidents },
    muteOf: openMutes(db, now),
    burstOf: async (alert) => {
      locked ??= store.lockRouting(db);
      await locked;
      return burstOf(sourceOf(alert));
    },
  };
}

function sourceOf({ policy_id, integration_id }: AlertRow): string {
  const source = policy_id ?? integration_id;
  if (source === null) throw new Error("An alert has a policy or an integration.");
  return source;
}

export interface Routed {
  incidentId: string;
  outcome: "opened" | "joined";
}

/** Opens an incident for a firing alert, or adds it to one that is open. */
export async function routeAlert(firing: Firing, alert: AlertRow, named: ItemsOfLabels): Promise<Routed> {
  const { write } = firing;
  const burst = await firing.burstOf(alert);
  const incident =
    (await ownIncident(write, alert, burst)) ??
    (await groupIncident(write, alert, burst)) ??
    (await relatedIncident(write, alert));
  if (incident === undefined)
    return burst.isStorm() ? joinStorm(firing, alert, burst) : openOwn(write, alert, named, burst);
  if (incident.id === burst.storm?.id) return joinStorm(firing, alert, burst);
  await addEntry(write, incident.id, `Alert ${title(alert)} fired${incident.why}: ${alert.summary}.`);
  if (!(await raisedBy(write, incident.id, alert))) await repage(write, incident.id, alert, whyAgain(incident));
  return { incidentId: incident.id, outcome: "joined" };
}

async function openOwn(write: WriteScope, alert: AlertRow, named: ItemsOfLabels, burst: Burst): Promise<Routed> {
  const { id } = await newIncident(write, alert);
  await addEntryOfItems(write, id, named);
  await burst.noteOpened();
  return { incidentId: id, outcome: "opened" };
}

/** The list of its alerts says what joined. An entry for each would bury the timeline. */
async function joinStorm(firing: Firing, alert: AlertRow, burst: Burst): Promise<Routed> {
  const { write } = firing;
  if (burst.storm === undefined) {
    const begun = await newStorm(firing, alert);
    await burst.noteJoined(begun);
    return { incidentId: begun.id, outcome: "opened" };
  }
  const { storm } = burst;
  const isWorse = severities.indexOf(alert.severity) < severities.indexOf(storm.severity);
  if (!isWorse || !(await raisedBy(write, storm.id, alert))) await repage(write, storm.id, alert, whyAgain(storm));
  await burst.noteJoined(isWorse ? { ...storm, severity: alert.severity } : storm);
  return { incidentId: storm.id, outcome: "joined" };
}

async function newStorm({ write, maxStormIncidents }: Firing, alert: AlertRow): Promise<Storm> {
  const { source, severity, escalation_policy_id, integration_id } = alert;
  const sender = `the ${integration_id === null ? "policy" : "integration"} "${source}"`;
  const { id, status } = await openIncident(write, {
    title: `Alert storm: ${source}`.slice(0, 300),
    description: `More than ${maxStormIncidents} incidents of ${sender} in ${stormMinutes} minutes. Its further alerts join this incident; they are in its list of alerts.`,
    ...{ severity, source, escalation_policy_id },
    automatic: true,
  });
  return { id, status, severity, alerts: { alerts: 0, firing: 0, is_over: false } };
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
async function joined(
  { db }: WriteScope,
  found: OpenIncident,
  { storm }: Burst | { storm?: undefined },
): Promise<Joined | undefined> {
  // A storm has so many alerts that they are counted once in a write.
  const alerts = storm?.id === found.id ? storm.alerts : await store.alertsOf(db, found.id, store.joinHours);
  return alerts.is_over ? undefined : { ...found, alerts };
}

/** Why people are paged for an incident again that an alert joins without making it more severe. */
function whyAgain({ alerts: { alerts, firing }, status }: Pick<Joined, "alerts" | "status">): string | undefined {
  if (alerts > 0) return firing === 0 ? "an alert fired after all had recovered" : undefined;
  // A person opened it, which pages no one. The person who acknowledged it knows of it.
  return status === "acknowledged" || status === "investigating" ? undefined : "an alert joined it";
}

/** Raises the severity of an incident to that of its alert, and pages again. False when it is as severe already. */
export async function raisedBy(write: WriteScope, incidentId: string, alert: AlertRow): Promise<boolean> {
  if (!(await raiseIncident(write, incidentId, alert.severity))) return false;
  await repage(write, incidentId, alert, `the alert ${title(alert)} raised its severity to ${alert.severity}`);
  return true;
}

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
async function ownIncident(
  write: WriteScope,
  { incident_id: id }: AlertRow,
  burst: Burst,
): Promise<Joined | undefined> {
  const found = id === null ? undefined : await store.isIncidentOpen(write.db, id);
  return id === null || !found ? undefined : joined(write, { id, status: found.status, why: " again" }, burst);
}

/** The open incident of the sender's group, or of the objective that other policies watch too. */
async function groupIncident(
  write: WriteScope,
  { integration_id, incident_key }: AlertRow,
  burst: Burst,
): Promise<Joined | undefined> {
  if (incident_key === null) return undefined;
  const found = await store.findGroupIncident(write.db, integration_id, incident_key);
  const why = integration_id === null ? " for the same objective" : " in the same group";
  return found && joined(write, { ...found, why }, burst);
}

async function relatedIncident(write: WriteScope, { ci_ids }: AlertRow): Promise<Joined | undefined> {
  if (ci_ids.length === 0) return undefined;
  const upstream = await reach(write.db, ci_ids, { direction: "upstream", depth: joinDepth, most: 1000 });
  const found = await store.findRelatedIncident(write.db, [...upstream.keys()], joinMinutes);
  if (found === undefined) return undefined;
  const { id, status, ci_id } = found;
  const why = ci_ids.includes(ci_id) ? " on the same CI" : " on a CI that depends on it";
  return joined(write, { id, status, why }, {});
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
