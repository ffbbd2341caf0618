import type { RcaCause } from "@opsplane/contract";
import type { Action, DeploymentFact, Facts, IncidentFact, Item, SuspectFact } from "./facts.ts";
import { actionLink, alertLink, incidentLink, itemLink } from "./links.ts";
import { actionName, actionText, actionWhen, alertText, incidentWhen, path, place } from "./phrases.ts";
import { changeScore, incidentScore } from "./scores.ts";

/** Something that may be the cause. Its evidence gets its ids when the candidates are ranked. */
export interface Candidate extends Omit<RcaCause, "evidence"> {
  /** Follows "Likely cause:". */
  phrase: string;
  evidence: readonly Evidence[];
}

interface Evidence extends Omit<RcaCause["evidence"][number], "id"> {
  /** The same evidence of two candidates has the same key. */
  key: string;
}

const nobody = { ci_id: null, service: null, change_id: null, execution_id: null, incident_id: null };

/** Everything that may be the cause, in no order. */
export function candidatesOf(facts: Facts): Candidate[] {
  const items = new Map(facts.items.map((item) => [item.id, item]));
  const { suspects, startedAt } = facts.telemetry;
  const context = { facts, suspects, startedAt, items };
  return [
    ...nearest(facts.changes, items).map(([change, item]) =>
      actionCandidate(context, change, { name: item.name, item }),
    ),
    ...facts.telemetry.deployments.flatMap((deployment) => deploymentCandidate(context, deployment)),
    ...nearest(facts.incidents, items).map(([incident, item]) => incidentCandidate(context, incident, item)),
    ...suspects.map((suspect) => suspectCandidate(context, suspect)),
  ];
}

interface Context {
  facts: Facts;
  suspects: readonly SuspectFact[];
  startedAt: Date | null;
  items: ReadonlyMap<string, Item>;
}

/** Each record once, with its item that is nearest to the incident. */
function nearest<T extends { id: string; ci_id: string }>(
  records: readonly T[],
  items: ReadonlyMap<string, Item>,
): (readonly [T, Item])[] {
  const found = new Map<string, readonly [T, Item]>();
  for (const record of records) {
    const item = items.get(record.ci_id);
    const known = found.get(record.id)?.[1];
    if (item && (!known || item.distance < known.distance)) found.set(record.id, [record, item]);
  }
  return [...found.values()];
}

/** A new version of something that is neither near the incident nor unusual says nothing, nor does a later one. */
function deploymentCandidate(context: Context, deployment: DeploymentFact): Candidate[] {
  const name = deployment.service;
  if (Date.parse(deployment.started_at) > context.facts.at.getTime()) return [];
  const item = context.facts.items.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!item && !context.suspects.some((suspect) => suspect.name === name)) return [];
  return [actionCandidate(context, deployment, { name, item })];
}

/** What an action touched: an item, or a service that is not in the CMDB. */
interface Touched {
  name: string;
  item: Item | undefined;
}

const causeKinds = { change: "change", event: "change", execution: "execution", deployment: "deployment" } as const;

function actionCandidate(context: Context, action: Action, { name, item }: Touched): Candidate {
  const { at, incidents } = context.facts;
  const start = Date.parse(action.started_at);
  const follows = (time: number) => time >= start - slackMs && time <= start + effectMs;
  const hurt = incidents.filter(({ ci_id, created_at }) => ci_id === item?.id && follows(Date.parse(created_at)));
  const suspect = context.suspects.find((each) => (item ? isOf(each, item) : each.name === name));
  const isTooLate = context.startedAt !== null && context.startedAt.getTime() < start - slackMs;
  const changed = suspect && follows(suspect.since.getTime()) ? suspect : undefined;
  const score = changeScore(action, item?.distance ?? 1, at, {
    effects: hurt.length,
    isTooLate,
    ...(action.source === "deployment" && { verdict: action.verdict }),
    suspicion: context.suspects.length === 0 ? undefined : (changed?.probability ?? 0),
  });
  const text = actionText(action, name, at);
  const evidence = {
    kind: causeKinds[action.source],
    text,
    at: action.started_at,
    link: actionLink(action),
    chart: null,
  };
  return {
    ...nobody,
    kind: causeKinds[action.source],
    ci_id: item?.id ?? null,
    ...namesOf(action),
    score,
    phrase: `${actionName(action)} ${where(action, name, item)}, which ${actionWhen(action, at)}`,
    evidence: [
      { key: action.id, ...evidence },
      ...(item ? relationEvidence(context, item) : []),
      ...(item ? hurt.map((incident) => incidentEvidence(context, incident, item)) : []),
      ...(changed ? suspectEvidence(changed) : []),
    ],
  };
}

function namesOf(action: Action): Pick<Candidate, "title"> & Partial<Candidate> {
  if (action.source === "deployment") return { title: `${action.service} ${action.title}`, service: action.service };
  const { source, id, reference, title } = action;
  if (reference === null) return { title };
  return { title: `${reference}: ${title}`, ...(source === "execution" ? { execution_id: id } : { change_id: id }) };
}

/** "on payments-db, 1 hop upstream"; a version is of a service. */
function where({ source }: Action, name: string, item: Item | undefined): string {
  const found = item ? place(item) : `on ${name}`;
  return source === "deployment" ? found.replace(/^on /, "of ") : found;
}

/** A suspect without an item of its own is recognized by its name. */
function isOf({ ci_id, name }: SuspectFact, item: Item): boolean {
  return ci_id === item.id || (ci_id === null && name.toLowerCase() === item.name.toLowerCase());
}

/** Clocks of senders and bars of minutes are not exact. */
const slackMs = 2 * 60_000;
/** Effects of a change within this time point to it. */
const effectMs = 60 * 60_000;

function incidentCandidate(context: Context, incident: IncidentFact, item: Item): Candidate {
  const { at } = context.facts;
  const { reference, title } = incident;
  const suspects = context.suspects.filter((each) => isOf(each, item));
  // Undefined when telemetry suspects nothing.
  const suspicion =
    context.suspects.length === 0 ? undefined : Math.max(0, ...suspects.map(({ probability }) => probability));
  return {
    ...nobody,
    kind: "incident",
    ci_id: item.id,
    incident_id: incident.id,
    title: `${reference}: ${title}`,
    score: incidentScore(incident, item.distance, at, suspicion),
    phrase: `incident ${reference} (${title}) ${place(item)}, which ${incidentWhen(incident, at)}`,
    evidence: [
      incidentEvidence(context, incident, item),
      ...relationEvidence(context, item),
      ...suspects.flatMap(suspectEvidence),
    ],
  };
}

function suspectCandidate(context: Context, suspect: SuspectFact): Candidate {
  const { name, isHost, ci_id, probability, findings } = suspect;
  const item = context.facts.items.find((each) => isOf(suspect, each));
  const first = findings[0];
  return {
    ...nobody,
    kind: isHost ? "host" : "service",
    ci_id: ci_id ?? item?.id ?? null,
    service: name,
    title: name,
    score: probability,
    phrase: `${name}${item && item.distance > 0 ? `, ${place(item).split(", ")[1]}` : ""}: ${first ? clause(first.text) : "unusual telemetry"}`,
    evidence: [
      ...suspectEvidence(suspect),
      ...alertEvidence(context, name),
      ...(item ? relationEvidence(context, item) : []),
    ],
  };
}

function clause(sentence: string): string {
  return sentence.replace(/^(?:The|Of|No|Problem|Calls|Version)\b/, (word) => word.toLowerCase()).replace(/\.$/, "");
}

const maxAlerts = 3;

/** The alerts that are about a suspect. */
function alertEvidence({ facts: { alerts } }: Context, suspect: string): Evidence[] {
  const isOfSuspect = (name: string) => name.toLowerCase() === suspect.toLowerCase();
  return alerts
    .filter(({ direct, other }) => direct.some(isOfSuspect) || other.some(isOfSuspect))
    .slice(0, maxAlerts)
    .map((alert) => ({
      ...{ key: alert.id, kind: "alert", text: alertText(alert), at: alert.fired_at },
      ...{ link: alertLink(alert), chart: null },
    }));
}

function relationEvidence({ items }: Context, item: Item): Evidence[] {
  if (item.distance === 0) return [];
  return [
    {
      key: `path ${item.id}`,
      kind: "relation",
      text: `${path(item, items)}.`,
      at: null,
      link: itemLink(item.id),
      chart: null,
    },
  ];
}

function incidentEvidence({ facts: { at } }: Context, incident: IncidentFact, { name }: Item): Evidence {
  const { id, reference, title, severity, created_at } = incident;
  return {
    key: id,
    kind: "incident",
    text: `${reference} (${title}, ${severity}) on ${name} ${incidentWhen(incident, at)}.`,
    at: created_at,
    link: incidentLink(reference),
    chart: null,
  };
}

function suspectEvidence({ name, findings, since }: SuspectFact): Evidence[] {
  return findings.map(({ kind, text, link, chart }) => ({
    key: `${name} ${text}`,
    kind,
    text,
    at: since.toISOString(),
    link,
    chart,
  }));
}
