import { impactFlow, relationWords } from "@opsplane/contract";
import type { Action, AlertFact, Facts, IncidentFact, Item } from "./facts.ts";
import { minuteMs } from "./windows.ts";

// The sentences of an analysis.

/** "change CHG-00000042 (Upgrade)", `change event "Deployed 1.4"`, "version 1.4" */
export function actionName(action: Action): string {
  if (action.source === "deployment") return `version ${action.title}`;
  if (action.source === "event") return `change event "${action.title}"`;
  return `${action.source === "execution" ? "runbook execution" : "change"} ${action.reference} (${action.title})`;
}

export function actionText(action: Action, item: string, at: Date): string {
  const name =
    action.source === "change" || action.source === "execution"
      ? `${action.reference} (${action.title})`
      : capitalized(actionName(action));
  return `${name} ${action.source === "deployment" ? "of" : "on"} ${item} ${actionWhen(action, at)}.${action.note === null ? "" : ` ${action.note}`}`;
}

export function actionWhen({ source, started_at, ended_at, is_planned }: Action, at: Date): string {
  if (source === "event") return `happened ${relative(started_at, at)}`;
  if (source === "deployment") return `was first seen ${relative(started_at, at)}`;
  if (ended_at !== null && Date.parse(ended_at) <= at.getTime()) {
    return `${is_planned ? "was planned until" : "ended"} ${relative(ended_at, at)}`;
  }
  return `${is_planned ? "was planned to start" : "started"} ${relative(started_at, at)}`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `The alert "Slow" fired for service.name=checkout: p95 of calls is 1,200 ms (> 500).` */
export function alertText({ name, summary, labels }: AlertFact): string {
  const about = Object.entries(labels)
    .slice(0, maxLabels)
    .map(([label, value]) => `${label}=${value.slice(0, maxValue)}`);
  const subject = about.length === 0 ? "" : ` for ${about.join(", ")}`;
  return `The alert "${name}" fired${subject}${summary === "" || summary === name ? "" : `: ${summary}`}.`;
}

const maxLabels = 5;
const maxValue = 100;

export function incidentWhen({ created_at }: IncidentFact, at: Date): string {
  return `was opened ${relative(created_at, at)}`;
}

/** "12 minutes before the incident" */
function relative(time: string | Date, at: Date): string {
  const ms = at.getTime() - new Date(time).getTime();
  return `${length(Math.abs(ms))} ${ms >= 0 ? "before" : "after"} the incident`;
}

function length(ms: number): string {
  const minutes = Math.round(ms / minuteMs);
  if (minutes < 1) return "less than a minute";
  if (minutes < 90) return counted(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? counted(hours, "hour") : counted(Math.round(hours / 24), "day");
}

/** "on payments-db, 1 hop upstream" */
export function place({ name, distance }: Item): string {
  return distance === 0 ? `on ${name}` : `on ${name}, ${counted(distance, "hop")} upstream`;
}

/** "checkout depends on payments; payments runs on node-7" */
export function path(item: Item, items: ReadonlyMap<string, Item>): string {
  const steps: string[] = [];
  for (let step: Item | undefined = item; step?.from && step.relation; step = items.get(step.from)) {
    const { forward, backward } = relationWords[step.relation];
    const verb = impactFlow[step.relation] === "to_source" ? forward : backward;
    steps.unshift(`${items.get(step.from)?.name ?? "an item"} ${verb} ${step.name}`);
  }
  return steps.join("; ");
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** What was looked at, also without a finding. */
export function checkedOf(facts: Facts, unusual: number): string[] {
  const { items, origin, changes, incidents, telemetry } = facts;
  const own = items.filter(({ distance }) => distance === 0).length;
  const { alerting } = telemetry;
  const alertsName = alerting.length > 0 ? [`The alerts name ${alerting.join(", ")}, which telemetry has.`] : [];
  if (origin === "none")
    return [
      "CIs: the incident names none, and none has a word of its title as its name.",
      ...alertsName,
      ...telemetryChecked(telemetry, unusual),
    ];
  const places = { incident: "of the incident", alert: "named by labels of its alerts", title: "named in the title" };
  const where = `${counted(own, "CI")} ${places[origin]}`;
  return [
    `${where} and ${counted(items.length - own, "CI")} upstream, up to 3 hops.`,
    `Changes of these CIs in the 24 hours before: ${found(distinct(changes.filter(({ source }) => source !== "execution")))}.`,
    `Runbook executions on these CIs in the 24 hours before: ${found(distinct(changes.filter(({ source }) => source === "execution")))}.`,
    `Incidents of these CIs that were open or opened in the 30 minutes before: ${found(distinct(incidents))}.`,
    ...alertsName,
    ...telemetryChecked(telemetry, unusual),
  ];
}

function telemetryChecked({ status, counts, deployments, missing }: Facts["telemetry"], unusual: number): string[] {
  if (status === "unavailable") return ["Telemetry: not available."];
  if (status === "no services") return ["Telemetry: nothing was received from these CIs or any service."];
  const { services, spans, lines, metrics } = counts;
  const read = `${counted(services, "service")} and hosts, ${counted(metrics, "metric")}, ${counted(spans, "span")} and ${counted(lines, "log line")}`;
  return [
    `Telemetry of ${read}, against the hour and the day before: ${unusual > 0 ? `${unusual} unusual` : "nothing unusual"}.`,
    ...(deployments.length > 0 ? [`New versions of services in their spans: ${deployments.length}.`] : []),
    ...(missing.length > 0 ? [`Could not be read: ${missing.join(", ")}.`] : []),
  ];
}

function found(count: number): string {
  return count === 0 ? "none" : `${count}`;
}

function distinct(records: readonly { id: string }[]): number {
  return new Set(records.map(({ id }) => id)).size;
}

/** "0.4 %", "12 %" */
export function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} %`;
}

/** Three digits, and a unit of size for large numbers. */
export function quantity(value: number): string {
  const size = Math.abs(value);
  const [by, unit] = size >= 1e9 ? [1e9, " G"] : size >= 1e6 ? [1e6, " M"] : size >= 1e4 ? [1e3, " k"] : [1, ""];
  return `${Number((value / by).toPrecision(3))}${unit}`;
}

const maxQuoted = 120;

export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `“${line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line}”`;
}
