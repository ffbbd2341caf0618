import type { WriteScope } from "@opsplane/runtime";
import { titleOf } from "../alert.ts";
import { itemsNamedBy } from "../named-items.ts";
import type { Firing } from "../routing.ts";
import { idsOf } from "../subjects.ts";
import { type Applied, applyAlerts, type Receiver } from "./apply.ts";
import * as log from "./event-log.ts";
import { type IncomingAlert, type IncomingChange, type Received, Unusable } from "./formats/incoming.ts";
import { excerpt } from "./received-body.ts";
import * as store from "./store.ts";

/** The entry of a request that was refused as a whole. */
export const refusedEvent = {
  action: null,
  outcome: "refused" as const,
  reason: "",
  name: "",
  dedup_key: null,
  severity: null,
  alert_id: null,
  incident_id: null,
  ci_ids: [],
};

/** What became of an alert, for its sender. */
export interface Outcome {
  name: string;
  dedup_key: string | null;
  outcome: Applied["outcome"];
  reason: string;
  alert_id: string | null;
  incident_id: string | null;
}

/** Applies the alerts that can be used, and keeps all of them in the log. */
export async function applyAndRecord(
  firing: Firing,
  integration: Receiver,
  received: readonly Received[],
): Promise<Outcome[]> {
  const { write } = firing;
  const usable = received.flatMap(({ alert }) => alert ?? []);
  const applied = await applyAlerts(firing, integration, usable);
  const results = new Map(usable.map((alert, at) => [alert, applied[at]]));
  const events = received.map(({ alert, problems, source }) =>
    eventOf(write.now, alert, alert ? results.get(alert) : undefined, new Unusable(problems).message, source),
  );
  await log.insertEvents(write.db, integration.id, events);
  const refused = events.find(({ outcome }) => outcome === "refused");
  await store.noteRequest(write.db, integration.id, refused?.reason ?? null);
  return events.map(({ name, dedup_key, outcome, reason, alert_id, incident_id }) => ({
    ...{ name, dedup_key, outcome, reason, alert_id, incident_id },
  }));
}

function eventOf(
  now: Date,
  incoming: IncomingAlert | null,
  applied: Applied | undefined,
  problem: string,
  source: unknown,
): log.NewEvent {
  const payload = excerpt(JSON.stringify(source) ?? "");
  if (incoming === null || applied === undefined)
    return { ...refusedEvent, reason: problem, payload, occurred_at: now.toISOString() };
  const { outcome, reason, severity, alert } = applied;
  return {
    action: incoming.action,
    outcome,
    reason,
    name: titleOf(incoming),
    dedup_key: incoming.dedupKey,
    severity: incoming.action === "trigger" ? severity : null,
    alert_id: alert?.id ?? null,
    incident_id: alert?.incident_id ?? null,
    ci_ids: alert?.ci_ids ?? [],
    occurred_at: (incoming.startsAt ?? now).toISOString(),
    payload,
  };
}

/** Keeps a change event, with the configuration items that it names. */
export async function recordChange(
  { db, now }: WriteScope,
  integration: store.StoredIntegration,
  { name, labels, startsAt }: IncomingChange,
  source: unknown,
): Promise<void> {
  const { settings, id } = integration;
  const ci_ids = idsOf(await itemsNamedBy(db, { ...labels, ...settings.labels }, settings.ci_labels));
  const at = startsAt !== null && startsAt < now ? startsAt : now;
  await log.insertEvents(db, id, [
    {
      ...{ ...refusedEvent, action: "change", outcome: "change", name, ci_ids },
      reason: ci_ids.length === 0 ? "It names no configuration item." : "",
      payload: excerpt(JSON.stringify(source)),
      occurred_at: at.toISOString(),
    },
  ]);
  await store.noteRequest(db, id, null);
}
