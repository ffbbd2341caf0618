import type { AlertIntegrationSettings, IntegrationOutcome, Severity } from "@opsplane/contract";
import { newId, type WriteScope } from "@opsplane/runtime";
import { acknowledgeIncidents } from "../../incidents/index.ts";
import { type AlertRow, fieldsOf, newAlert, stateOf } from "../alert.ts";
import { advance, type GroupState, type Timing } from "../evaluation/advance.ts";
import type { Firing } from "../routing.ts";
import * as alertStore from "../store.ts";
import {
  type ItemsOfLabels,
  idsOf,
  itemsOfLabels,
  type NamedItem,
  namesOf,
  type Subject,
  subjectsOf,
} from "../subjects.ts";
import { announceUpdated, endAlert, fireAlert, noteFlapping, noteWorse } from "../writes.ts";
import { type IncomingAlert, severityOf } from "./formats/incoming.ts";

/** The integration that received alerts. */
export interface Receiver {
  id: string;
  name: string;
  settings: AlertIntegrationSettings;
}

/** What became of an alert. */
export interface Applied {
  outcome: IntegrationOutcome;
  reason: string;
  severity: Severity;
  alert: AlertRow | undefined;
}

interface Round {
  write: WriteScope;
  firing: Firing;
  receiver: Receiver;
  items: ReadonlyMap<string, readonly NamedItem[]>;
  /** Open alerts that are received again and are as before. */
  seen: string[];
}

/** Fires, updates, acknowledges and resolves the alerts of one request. The integration is locked. */
export async function applyAlerts(
  firing: Firing,
  receiver: Receiver,
  incoming: readonly IncomingAlert[],
): Promise<Applied[]> {
  const { write } = firing;
  const last = new Map(incoming.map((each, at) => [each.dedupKey, at]));
  const rows = await alertStore.lockReceived(write.db, receiver.id, [...last.keys()]);
  // The newest of a key is last.
  const known = new Map(rows.map((row) => [row.group_key, row]));
  const words = incoming.flatMap((each) => subjects(receiver, each).flatMap(namesOf));
  const items = await alertStore.itemsByWord(write.db, [...new Set(words)]);
  const round: Round = { write, firing, receiver, items, seen: [] };
  const applied: Applied[] = [];
  for (const [at, each] of incoming.entries()) {
    const severity = severityOf(each.severity, receiver.settings);
    const before = known.get(each.dedupKey);
    if (last.get(each.dedupKey) !== at)
      applied.push({ ...ignored("A later alert of the same request has the same key."), severity, alert: before });
    else applied.push({ severity, ...(await steps[each.action](round, each, before, severity)) });
  }
  await alertStore.noteSeen(write.db, round.seen);
  return applied;
}

type Step = (
  round: Round,
  incoming: IncomingAlert,
  before: alertStore.ReceivedAlert | undefined,
  severity: Severity,
) => Promise<Omit<Applied, "severity">>;

const steps: Record<IncomingAlert["action"], Step> = {
  trigger: async (round, incoming, before, severity) => {
    const { write } = round;
    const { state, kinds } = nextState(before, severity, write.now);
    const alert = alertOf(round, incoming, before, state);
    if (kinds.includes("fired")) return fired(round, incoming, alert, kinds);
    if (before && isNewOccurrence(before, incoming)) {
      const at = write.now.toISOString();
      return fired(round, incoming, { ...alert, started_at: startOf(incoming, at), fired_at: at }, kinds);
    }
    if (kinds.includes("worse")) await noteWorse(write, alert);
    if (before && isSame(before, alert)) round.seen.push(alert.id);
    else {
      await alertStore.saveAlert(write.db, alert);
      announceUpdated(write, alert);
    }
    if (alert.muted) return { outcome: "muted", reason: mutedBy(alert), alert };
    const reason = kinds.includes("worse") ? `It is now ${alert.severity}.` : "";
    return { outcome: "updated", reason, alert };
  },

  resolve: async ({ write }, _incoming, before) => {
    if (before?.status !== "firing") return { ...ignored("No open alert has this key."), alert: before };
    const { state } = nextState(before, null, write.now);
    const { incident_status: _status, incident_resolved_at: _at, ...row } = before;
    if (state.status === "resolved") return { outcome: "resolved", reason: "", alert: await endAlert(write, row) };
    const alert = { ...row, ...fieldsOf(state, write.now.getTime()) };
    await alertStore.saveAlert(write.db, alert);
    return { outcome: "updated", reason: "It flaps, so it counts as firing until it was quiet for 10 minutes.", alert };
  },

  acknowledge: async ({ write }, _incoming, before) => {
    if (before?.status !== "firing") return { ...ignored("No open alert has this key."), alert: before };
    if (before.incident_id === null) return { ...ignored("The alert has no incident."), alert: before };
    const { acknowledged, skipped } = await acknowledgeIncidents(write, [before.incident_id]);
    if (acknowledged.length > 0) return { outcome: "acknowledged", reason: "", alert: before };
    return { ...ignored(`The incident: ${skipped[0]?.reason ?? "not found."}`), alert: before };
  },
};

async function fired(
  round: Round,
  incoming: IncomingAlert,
  alert: AlertRow,
  kinds: readonly string[],
): Promise<Omit<Applied, "severity">> {
  const counted = { ...alert, fired_count: alert.fired_count + 1 };
  const result = await fireAlert(round.firing, counted, itemsOf(round, incoming));
  if (kinds.includes("flapping")) await noteFlapping(round.write, result.alert);
  return { ...result, reason: mutedBy(result.alert) };
}

function ignored(reason: string) {
  return { outcome: "ignored" as const, reason };
}

function mutedBy({ muted }: AlertRow): string {
  if (muted === null) return "";
  const what = { silence: "a silence", maintenance: "a maintenance window", change: "a change" }[muted.reason];
  return `Muted by ${what}${muted.name === "" ? "" : `: ${muted.name}`}.`;
}

const timing: Timing = { forMs: 0, keepFiringMs: 0, severity: "P3", noData: "keep" };

/** The same rules as for policies decide what flaps and what is worse. */
function nextState(before: AlertRow | undefined, severity: Severity | null, now: Date) {
  const states = new Map<string, GroupState>(before ? [["", stateOf(before)]] : []);
  const { states: next, transitions } = advance(
    timing,
    states,
    new Map([["", { labels: {}, value: 0, severity }]]),
    now.getTime(),
  );
  const state = next.get("") ?? transitions.at(-1)?.state;
  if (state === undefined) throw new Error("An alert that is received has a state.");
  return { state, kinds: transitions.map(({ kind }) => kind) };
}

function alertOf(
  round: Round,
  incoming: IncomingAlert,
  before: alertStore.ReceivedAlert | undefined,
  state: GroupState,
): AlertRow {
  const {
    incident_status: _status,
    incident_resolved_at: _at,
    ...row
  } = before ?? {
    ...newAlert({ id: newId(), group_key: incoming.dedupKey }),
    incident_status: null,
    incident_resolved_at: null,
  };
  const { write, receiver } = round;
  const { settings } = receiver;
  const labels = labelsOf(receiver, incoming);
  const fields = fieldsOf(state, write.now.getTime());
  return {
    ...row,
    ...fields,
    integration_id: receiver.id,
    source: receiver.name,
    incident_key: incoming.incidentKey,
    name: incoming.name,
    labels,
    summary: incoming.summary,
    description: incoming.description,
    url: incoming.url,
    value: incoming.value,
    started_at: startOf(incoming, fields.started_at),
    ci_ids: idsOf(itemsOf(round, incoming)),
    escalation_policy_id: settings.escalation_policy_id,
    auto_resolve: settings.auto_resolve,
  };
}

/** A sender's clock may be ahead. */
function startOf({ startsAt }: IncomingAlert, known: string): string {
  return startsAt !== null && startsAt.getTime() <= Date.parse(known) ? startsAt.toISOString() : known;
}

function itemsOf({ receiver, items }: Round, incoming: IncomingAlert): ItemsOfLabels {
  return itemsOfLabels(labelsOf(receiver, incoming), subjects(receiver, incoming), items);
}

function subjects(receiver: Receiver, incoming: IncomingAlert): Subject[] {
  return subjectsOf(labelsOf(receiver, incoming), receiver.settings.ci_labels);
}

function labelsOf({ settings }: Receiver, { labels }: IncomingAlert): Record<string, string> {
  return { ...labels, ...settings.labels };
}

/** Its incident was resolved by a person, and it began again after that. */
function isNewOccurrence(before: alertStore.ReceivedAlert, { startsAt }: IncomingAlert): boolean {
  const { incident_status: status, incident_resolved_at: resolvedAt } = before;
  if (status !== "resolved" && status !== "closed") return false;
  return startsAt === null || resolvedAt === null || startsAt.getTime() > Date.parse(resolvedAt);
}

const shownFields = [
  "name",
  "severity",
  "summary",
  "description",
  "url",
  "value",
  "labels",
  "incident_key",
  "recovering_at",
  "ci_ids",
] as const;

function isSame(before: AlertRow, after: AlertRow): boolean {
  return shownFields.every((field) => {
    const [one, other] = [before[field], after[field]];
    return sorted(one) === sorted(other);
  });
}

/** Stored objects have their keys in another order. */
function sorted(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return JSON.stringify(Array.isArray(value) ? [...value].sort() : Object.entries(value).sort());
}
