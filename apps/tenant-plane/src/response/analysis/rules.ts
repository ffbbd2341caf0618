import type { Rca } from "@opsplane/contract";
import { type Candidate, candidatesOf } from "./candidates.ts";
import type { Action, Facts } from "./facts.ts";
import { actionLink, incidentLink, serviceLink } from "./links.ts";
import { checkedOf } from "./phrases.ts";
import { confidenceOf } from "./scores.ts";

/** The result of an engine. */
export interface Conclusion
  extends Pick<Rca, "engine" | "summary" | "confidence" | "causes" | "timeline" | "checked" | "started_at" | "spread"> {
  /** The sentence for the incident's timeline, and the pages of the records that it names. */
  outcome: { text: string; links: Record<string, string> };
}

const maxCauses = 10;
const maxEvidence = 50;
/** The best ones are shown also when they are improbable, because a wrong first one must not hide the others. */
const alwaysShown = 3;
const minScore = 0.15;
const minShown = 0.01;
/** Below this, no cause is named; the list is where to look. */
const enough = 0.3;
/** An item that only the title names may be the wrong one. */
const guessed = 0.8;

/** Ranks what may be the cause, and says why. */
export function conclude(facts: Facts): Conclusion {
  const ranked = candidatesOf(facts)
    .map((each) => ({ ...each, score: rounded(each.score * (facts.origin === "title" ? guessed : 1)) }))
    .sort((a, b) => b.score - a.score || order(a) - order(b) || (a.title < b.title ? -1 : 1))
    .filter(({ score, evidence }, place) => score >= (place < alwaysShown && evidence.length > 0 ? minShown : minScore))
    .slice(0, maxCauses);
  const causes = withEvidenceIds(ranked);
  const confidence = rounded(confidenceOf(ranked));
  const word = confidence >= likely ? "Likely" : "Possible";
  return {
    engine: "builtin",
    summary: summaryOf(ranked, causes, word, facts),
    confidence,
    causes,
    timeline: timelineOf(facts),
    checked: checkedOf(facts, facts.telemetry.suspects.length),
    started_at: facts.telemetry.startedAt?.toISOString() ?? null,
    spread: spreadOf(facts),
    outcome: outcomeOf(ranked[0], word, facts),
  };
}

/** What was done to a thing explains it, so it comes before a thing that is just as likely. */
function order({ kind }: Candidate): number {
  return kind === "service" || kind === "host" ? 1 : 0;
}

const likely = 0.5;

function withEvidenceIds(ranked: readonly Candidate[]): Rca["causes"] {
  const ids = new Map<string, string>();
  return ranked.map(({ phrase: _, evidence, ...cause }) => ({
    ...cause,
    evidence: evidence.flatMap(({ key, ...each }) => {
      if (!ids.has(key) && ids.size >= maxEvidence) return [];
      const id = ids.get(key) ?? `E${ids.size + 1}`;
      ids.set(key, id);
      return [{ id, ...each }];
    }),
  }));
}

const notEnough = `Not enough evidence to name a cause: none has ${Math.round(enough * 100)} % or more.`;
const maxOthers = 2;
/** Of each cause. The others are in the list. */
const maxCited = 3;

function summaryOf(ranked: readonly Candidate[], causes: Rca["causes"], word: string, facts: Facts): string {
  const cited = ranked.map(({ phrase }, index) => {
    const ids = causes[index]?.evidence.slice(0, maxCited).map(({ id }) => id) ?? [];
    return ids.length === 0 ? phrase : `${phrase} [${ids.join(", ")}]`;
  });
  const [first, ...others] = cited;
  if (first === undefined) return `No likely cause found${whereNot(facts)}`;
  if ((ranked[0]?.score ?? 0) < enough) return `${notEnough} Look at: ${cited.slice(0, alwaysShown).join("; ")}.`;
  const also = others.length === 0 ? "" : ` Also possible: ${others.slice(0, maxOthers).join("; ")}.`;
  return `${word} cause: ${first}.${also}`;
}

function whereNot({ origin, telemetry }: Facts): string {
  if (origin === "none" && telemetry.alerting.length > 0)
    return ` in telemetry. No CI has the name of ${telemetry.alerting.join(" or ")}, which the alert is about.`;
  if (origin === "none") return ": the incident names no CI. Add the affected CIs and analyze it again.";
  const seen = telemetry.status === "read" ? "changes, incidents and telemetry" : "changes and incidents";
  return ` in ${seen} of the affected CIs and what they depend on.`;
}

/** Follows the name of the actor in the timeline. */
function outcomeOf(first: Candidate | undefined, word: string, facts: Facts): Conclusion["outcome"] {
  if (!first) return { text: `Found no likely cause${whereNot(facts)}`, links: {} };
  if (first.score < enough)
    return { text: `Found not enough evidence to name a cause; first to look at: ${first.phrase}.`, links: {} };
  const link = first.evidence[0]?.link;
  const name = first.service ?? first.title.split(":")[0] ?? "";
  return { text: `Found a ${word.toLowerCase()} cause: ${first.phrase}.`, links: link ? { [name]: link } : {} };
}

/** When an action began, and when it ended if that was before the incident. */
function momentsOf(action: Action, at: Date): Rca["timeline"] {
  const { source, title, started_at, ended_at, is_planned } = action;
  const link = actionLink(action);
  if (source === "event") return [{ at: started_at, text: `Change event "${title}".`, link }];
  if (source === "deployment")
    return [{ at: started_at, text: `Version ${title} of ${action.service} was first seen.`, link }];
  const [started, ended] = is_planned ? ["was planned to start", "was planned to end"] : ["started", "ended"];
  return [
    { at: started_at, text: `${action.reference} (${title}) ${started}.`, link },
    ...(ended_at !== null && Date.parse(ended_at) <= at.getTime()
      ? [{ at: ended_at, text: `${action.reference} (${title}) ${ended}.`, link }]
      : []),
  ];
}

const maxMoments = 50;

/** What happened, in order; the latest when there is too much. */
function timelineOf({ incident, at, changes, incidents, telemetry }: Facts): Rca["timeline"] {
  const moments = [
    ...[...changes, ...telemetry.deployments].flatMap((action) => momentsOf(action, at)),
    ...incidents.map(({ reference, title, created_at }) => ({
      at: created_at,
      text: `${reference} (${title}) was opened.`,
      link: incidentLink(reference),
    })),
    ...telemetry.suspects.map(({ name, since, findings }) => ({
      at: since.toISOString(),
      text: `${name} became unusual.`,
      link: findings[0]?.link ?? serviceLink(name, at.getTime()),
    })),
    { at: at.toISOString(), text: `${incident.reference} was opened.`, link: incidentLink(incident.reference) },
  ];
  const distinct = new Map(moments.map((moment) => [`${moment.at} ${moment.text}`, moment]));
  return [...distinct.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(-maxMoments);
}

/** How the problem spread: what is unusual since when, what is affected, and what connects it. */
function spreadOf({ telemetry: { suspects, others, affected, edges } }: Facts): Rca["spread"] {
  const isAffected = new Set(affected);
  const nodes = [...suspects, ...others.map((each) => ({ ...each, probability: 0 }))];
  return {
    nodes: nodes.map(({ name, ci_id, probability, since }) => ({
      name,
      ci_id,
      since: since?.toISOString() ?? null,
      probability: rounded(probability),
      affected: isAffected.has(name),
    })),
    edges: [...edges],
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
