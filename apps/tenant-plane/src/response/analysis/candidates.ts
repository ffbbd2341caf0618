import type { RcaCause } from "@opsplane/contract";
import type { Anomaly } from "./anomaly.ts";
import type { ChangeFact, Facts, IncidentFact, Item } from "./facts.ts";
import { changeLink, incidentLink, itemLink, logsLink, tracesLink } from "./links.ts";
import { changeName, changeText, changeWhen, incidentWhen, path, place } from "./phrases.ts";
import { changeScore, incidentScore, serviceScore } from "./scores.ts";

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

const nobody = { ci_id: null, service: null, change_id: null, incident_id: null };

/** Everything that may be the cause, in no order. */
export function candidatesOf(facts: Facts, anomalies: readonly Anomaly[]): Candidate[] {
  const items = new Map(facts.items.map((item) => [item.id, item]));
  const context = { facts, anomalies, items };
  return [
    ...nearest(facts.changes, items).map(([change, item]) => changeCandidate(context, change, item)),
    ...nearest(facts.incidents, items).map(([incident, item]) => incidentCandidate(context, incident, item)),
    ...anomalies.map((anomaly) => serviceCandidate(context, anomaly)),
  ];
}

interface Context {
  facts: Facts;
  anomalies: readonly Anomaly[];
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

function changeCandidate(context: Context, change: ChangeFact, item: Item): Candidate {
  const { at, incidents } = context.facts;
  const start = Date.parse(change.started_at);
  const follows = (time: number) => time >= start - slackMs && time <= start + effectMs;
  const after = context.anomalies.filter(({ firstAt }) => follows(firstAt.getTime()));
  const hurt = incidents.filter(({ ci_id, created_at }) => ci_id === item.id && follows(Date.parse(created_at)));
  const isTooLate = context.anomalies.some(({ firstAt }) => firstAt.getTime() < start - slackMs);
  const { reference, title } = change;
  return {
    ...nobody,
    kind: "change",
    ci_id: item.id,
    change_id: reference === null ? null : change.id,
    title: reference === null ? title : `${reference}: ${title}`,
    score: changeScore(change, item.distance, at, { effects: after.length + hurt.length, isTooLate }),
    phrase: `${changeName(change)} ${place(item)}, which ${changeWhen(change, at)}`,
    evidence: [
      {
        key: change.id,
        kind: "change",
        text: changeText(change, item.name, at),
        at: change.started_at,
        link: changeLink(reference),
      },
      ...relationEvidence(context, item),
      ...hurt.map((incident) => incidentEvidence(context, incident, item)),
      ...after.flatMap((anomaly) => anomalyEvidence(context, anomaly)),
    ],
  };
}

/** Clocks of senders and bars of minutes are not exact. */
const slackMs = 2 * 60_000;
/** Effects of a change within this time point to it. */
const effectMs = 60 * 60_000;

function incidentCandidate(context: Context, incident: IncidentFact, item: Item): Candidate {
  const { at } = context.facts;
  const { reference, title } = incident;
  const anomalies = context.anomalies.filter(({ ci_id }) => ci_id === item.id);
  return {
    ...nobody,
    kind: "incident",
    ci_id: item.id,
    incident_id: incident.id,
    title: `${reference}: ${title}`,
    score: incidentScore(incident, item.distance, at, anomalies.length),
    phrase: `incident ${reference} (${title}) ${place(item)}, which ${incidentWhen(incident, at)}`,
    evidence: [
      incidentEvidence(context, incident, item),
      ...relationEvidence(context, item),
      ...anomalies.flatMap((anomaly) => anomalyEvidence(context, anomaly)),
    ],
  };
}

function serviceCandidate(context: Context, anomaly: Anomaly): Candidate {
  const { service, ci_id } = anomaly;
  const item = ci_id === null ? undefined : context.items.get(ci_id);
  const isFirst = context.anomalies.every(
    (other) => other === anomaly || other.firstAt.getTime() > anomaly.firstAt.getTime(),
  );
  return {
    ...nobody,
    kind: "service",
    ci_id,
    service,
    title: service,
    score: serviceScore(anomaly, item?.distance ?? 0, isFirst && context.anomalies.length > 1),
    phrase: `service ${service}${item && item.distance > 0 ? `, ${place(item).split(", ")[1]}` : ""}: ${anomaly.findings.map(({ text }) => clause(text)).join(", and ")}`,
    evidence: [...anomalyEvidence(context, anomaly), ...(item ? relationEvidence(context, item) : [])],
  };
}

function clause(sentence: string): string {
  return sentence.replace(/^The /, "the ").replace(/\.$/, "");
}

function relationEvidence({ items }: Context, item: Item): Evidence[] {
  if (item.distance === 0) return [];
  return [
    { key: `path ${item.id}`, kind: "relation", text: `${path(item, items)}.`, at: null, link: itemLink(item.id) },
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
  };
}

function anomalyEvidence({ facts: { at } }: Context, { service, findings }: Anomaly): Evidence[] {
  return findings.map(({ kind, text, firstAt }) => ({
    key: `${service} ${text}`,
    kind,
    text,
    at: firstAt.toISOString(),
    link: kind === "logs" ? logsLink(service, at) : tracesLink(service, at),
  }));
}
