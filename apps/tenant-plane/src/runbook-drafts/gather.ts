import { type Facts, factsIn, type Observation, type Situation } from "@opsplane/automation/failure-modes";
import type { Incident, RcaCause, RunbookGeneration } from "@opsplane/contract";
import { isId } from "@opsplane/contract";
import type { Db } from "@opsplane/runtime";
import { withoutCitations } from "../response/index.ts";
import {
  type AffectedItem,
  type AlertFact,
  affectedItems,
  alertsOf,
  type LatestAnalysis,
  latestAnalysis,
} from "./store.ts";

type Kind = RunbookGeneration["evidence"][number]["kind"];

/** A text about the failure, where it comes from, and how much it counts. */
export interface Source extends Observation {
  readonly kind: Kind;
  readonly link: string | null;
}

export interface Gathered {
  readonly situation: Situation & { readonly observations: readonly Source[] };
  readonly facts: Facts;
}

const maxText = 5_000;

export function fromDescription(description: string, analysis: string): Gathered {
  const sources = [
    source("description", description, 1),
    ...(analysis.trim() === "" ? [] : [source("analysis", analysis, 0.7)]),
  ];
  const situation = { observations: numbered(sources), ciClasses: [], changeFirst: false };
  return { situation, facts: new Map(factsIn(`${description}\n${analysis}`)) };
}

/** Everything about an incident: its texts, its newest analysis, its items and its alerts. */
export async function fromIncident(db: Db, incident: Incident): Promise<Gathered> {
  const analysis = await latestAnalysis(db, incident.id);
  const cause = likelyCause(analysis);
  const [items, alerts] = await Promise.all([itemsOf(db, incident, cause), alertsOf(db, incident.id)]);
  const link = `/incidents/${incident.reference}`;
  const sources = [
    source("incident", incident.title, 1, link),
    ...(incident.description.trim() === "" ? [] : [source("incident", incident.description, 0.9, link)]),
    ...analysisSources(analysis, link),
    ...alerts.map(({ id, name, summary, labels }) =>
      source("alert", `${name}. ${summary} ${Object.values(labels).join(" ")}`, 0.6, `/alerts/${id}`),
    ),
    ...items.map(({ id, name, class: kind, tags, attributes }) =>
      source(
        "ci",
        `${name} ${kind} ${tags.join(" ")} ${Object.values(attributes).filter(isPlain).join(" ")}`,
        0.3,
        `/cmdb/${id}`,
      ),
    ),
  ];
  const situation = {
    observations: numbered(sources),
    ciClasses: items.map((item) => item.class),
    changeFirst: ["change", "deployment"].includes(analysis?.causes[0]?.kind ?? ""),
  };
  return { situation, facts: factsOf(incident, cause, items, alerts) };
}

const minScore = 0.5;

/** What the analysis named first, if it is likely. A runbook should treat the cause, not what shows it. */
function likelyCause(analysis: LatestAnalysis | undefined): RcaCause | undefined {
  return analysis?.causes.slice(0, 1).find(({ score }) => score >= minScore);
}

/** The item of the cause first, then those of the incident. */
async function itemsOf(db: Db, incident: Incident, cause: RcaCause | undefined): Promise<AffectedItem[]> {
  const first = cause?.ci_id ?? "";
  const items = await affectedItems(db, [first, ...incident.ci_ids].filter(isId));
  return [...items.filter(({ id }) => id === first), ...items.filter(({ id }) => id !== first)];
}

function analysisSources(analysis: LatestAnalysis | undefined, link: string): Omit<Source, "source">[] {
  if (!analysis) return [];
  const causes = analysis.causes.slice(0, maxCauses);
  const found = causes.map(({ title, evidence }) => `${title}. ${evidence.map(({ text }) => text).join(" ")}`);
  return [
    source("analysis", withoutCitations(analysis.summary), 0.7, link),
    ...found.map((text, rank) => source("analysis", text, 0.6 / (rank + 1), link)),
  ];
}

const maxCauses = 3;

function source(kind: Kind, text: string, weight: number, link: string | null = null): Omit<Source, "source"> {
  return { kind, text: text.slice(0, maxText), weight, link };
}

/** Each source has an id that reasons can cite. */
function numbered(sources: readonly Omit<Source, "source">[]): Source[] {
  return sources.map((each, index) => ({ ...each, source: `E${index + 1}` }));
}

const services = new Set(["application", "service", "website"]);

/** Names that can become defaults of parameters. What comes first wins. */
function factsOf(
  { title, description }: Incident,
  cause: RcaCause | undefined,
  items: readonly AffectedItem[],
  alerts: readonly AlertFact[],
): Facts {
  const named = cause?.kind === "host" ? null : cause?.service;
  const service = named ?? items.find((item) => services.has(item.class))?.name;
  const pairs: [string, string][] = [
    ...alerts.flatMap(({ labels }) => Object.entries(labels)),
    ...items
      .flatMap(({ attributes }) => Object.entries(attributes))
      .flatMap(([key, value]): [string, string][] => (isPlain(value) ? [[key, String(value)]] : [])),
    ...(service ? [["item.service", service] satisfies [string, string]] : []),
    ...factsIn(`${title}\n${description}`),
  ];
  return new Map(pairs.toReversed());
}

function isPlain(value: unknown): value is string | number {
  return (typeof value === "string" && value.length <= 300) || typeof value === "number";
}
