import { type Incident, type Rca, type RunbookSuggestion, rcaEvents, type TimelineEntry } from "@opsplane/contract";
import { fail, type WriteScope } from "@opsplane/runtime";
import { addIncidentEntry, getIncident } from "../incidents/index.ts";
import type { Conclusion } from "./analysis/rules.ts";
import { noteCause } from "./similar/causes.ts";
import * as store from "./store.ts";
import { suggestionOutcome } from "./suggestions/rules.ts";

// Each function audits and announces in the caller's write.

/** Stores the result of an analysis. */
export async function saveAnalysis(write: WriteScope, incident: Incident, conclusion: Conclusion): Promise<Rca> {
  const { db, actor, audit, announce } = write;
  const rca = await store.insertResult(db, incident.id, conclusion, actor);
  if (!rca) return fail("ERROR", "The analysis could not be stored.");
  await noteCause(db, incident.id);
  const { id, summary, confidence } = rca;
  audit({ target: targetOf(incident), after: { summary, confidence } });
  announce(rcaEvents.finished, id, { incident_id: incident.id, confidence });
  return rca;
}

/** Ends the analysis that started by itself, with an entry in the timeline. False when it has ended already. */
export async function finishAnalysis(
  write: WriteScope,
  incident: Incident,
  conclusion: Conclusion,
): Promise<undefined | false> {
  if (!(await store.endPart(write.db, incident.id, "analysis", null))) return false;
  await saveAnalysis(write, incident, conclusion);
  const { text, links } = conclusion.outcome;
  return addEntry(write, incident.id, "analysis", text, links);
}

export async function finishSuggestions(
  write: WriteScope,
  incident: Incident,
  suggestions: readonly RunbookSuggestion[],
): Promise<undefined | false> {
  if (!(await store.endPart(write.db, incident.id, "suggestions", null))) return false;
  const { text, links } = suggestionOutcome(suggestions);
  write.audit({ target: targetOf(incident), after: { runbooks: suggestions.map(({ name }) => name) } });
  return addEntry(write, incident.id, "runbook", text, links);
}

const failed: Record<store.Part, { kind: TimelineEntry["kind"]; work: string }> = {
  analysis: { kind: "analysis", work: "analyze the cause" },
  suggestions: { kind: "runbook", work: "suggest runbooks" },
};

/** Ends a part for which every attempt failed. */
export async function failPart(
  write: WriteScope,
  incidentId: string,
  part: store.Part,
  why: string,
): Promise<undefined | false> {
  if (!(await store.endPart(write.db, incidentId, part, why))) return false;
  const { kind, work } = failed[part];
  const incident = await getIncident(write.db, incidentId);
  if (!incident) return false;
  write.audit({ target: targetOf(incident), after: { [part]: why } });
  return addEntry(write, incidentId, kind, `Could not ${work}. ${why}`, {});
}

async function addEntry(
  write: WriteScope,
  incidentId: string,
  kind: TimelineEntry["kind"],
  body: string,
  links: Record<string, string>,
): Promise<undefined> {
  const changes = Object.keys(links).length === 0 ? {} : { links: { from: null, to: links } };
  await addIncidentEntry(write, incidentId, { kind, body, changes });
  return undefined;
}

function targetOf({ id, reference }: Incident) {
  return { type: "incident", id, name: reference };
}
