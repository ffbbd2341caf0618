import type { WriteScope } from "@opsplane/runtime";
import { addIncidentEntry } from "../incidents/index.ts";
import { type AlertRow, labelText } from "./alert.ts";
import { isStorm } from "./storms.ts";

// What the timeline of an incident says of its alerts.

export const bracketed = (labels: AlertRow["labels"]) =>
  Object.keys(labels).length === 0 ? "" : ` (${labelText(labels)})`;

export const title = ({ name, labels, integration_id }: AlertRow) =>
  `"${name}"${integration_id === null ? bracketed(labels) : ""}`;

/** Storms have a list of their alerts instead. */
export async function addEntryOfAlert(write: WriteScope, incidentId: string, body: string): Promise<void> {
  if (!(await isStorm(write.db, incidentId))) await addEntry(write, incidentId, body);
}

export async function addEntry(write: WriteScope, incidentId: string, body: string): Promise<void> {
  await addIncidentEntry(write, incidentId, { kind: "alert", body, changes: {} });
}
