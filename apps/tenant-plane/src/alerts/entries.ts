import type { WriteScope } from "@opsplane/runtime";
import { addIncidentEntry } from "../incidents/index.ts";
import { type AlertRow, labelText } from "./alert.ts";
import { isStorm } from "./storms.ts";
import type { ItemsOfLabels, Subject } from "./subjects.ts";

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

const maxSaid = 10;

/** Which labels found the affected items, and which could not. */
export async function addEntryOfItems(
  write: WriteScope,
  incidentId: string,
  { found, unclear }: ItemsOfLabels,
): Promise<void> {
  const items = new Map(found.flatMap(({ items: its }) => its.map(({ id, name }) => [name, `/cmdb/${id}`] as const)));
  const labelsOf = (name: string) =>
    found.filter(({ items: its }) => its.some((item) => item.name === name)).map(({ subject }) => written(subject));
  const named = [...items.keys()].slice(0, maxSaid).map((name) => `${name} (${labelsOf(name).join(", ")})`);
  const sentences = [
    ...(named.length === 0 ? [] : [`Labels name the affected CIs: ${named.join("; ")}.`]),
    ...unclear
      .slice(0, maxSaid)
      .map(({ subject, count }) => `${written(subject)} could be ${count} different CIs, so none of them was added.`),
  ];
  if (sentences.length === 0) return;
  const changes = items.size === 0 ? {} : { links: { from: null, to: Object.fromEntries(items) } };
  await addIncidentEntry(write, incidentId, { kind: "alert", body: sentences.join(" "), changes });
}

function written({ label, value }: Subject): string {
  return `${label}=${value}`;
}
