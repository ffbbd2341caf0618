import {
  builtInClasses,
  type ConfigItem,
  type Incident,
  type Runbook,
  type RunbookSuggestion,
} from "@opsplane/contract";
import { wordsOf } from "../words.ts";

export type AffectedItem = Pick<ConfigItem, "id" | "name" | "class" | "tags">;

export interface RunbookCandidate
  extends Pick<Runbook, "id" | "name" | "description" | "tags" | "ci_classes" | "services"> {
  /** Executions for incidents of the same source or items. */
  executions: number;
  succeeded: number;
}

const maxSuggestions = 5;
const minScore = 0.15;

/** The best runbooks for an incident, with reasons. */
export function ranked(
  incident: Pick<Incident, "title" | "description">,
  items: readonly AffectedItem[],
  runbooks: readonly RunbookCandidate[],
): RunbookSuggestion[] {
  const title = wordsOf(incident.title);
  const described = wordsOf(incident.description.slice(0, maxText));
  const words = new Set([...title, ...described, ...items.flatMap(({ tags }) => tags.flatMap(wordsOf))]);
  const weigh = wordWeights(runbooks);
  return runbooks
    .map((runbook) => suggestion(runbook, signalsOf(runbook, { title, words, items, weigh })))
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, maxSuggestions);
}

const maxText = 2_000;

/** One reason to suggest a runbook, and how strong it is, from 0 to 1. */
interface Signal {
  weight: number;
  reason: string;
}

function suggestion(runbook: RunbookCandidate, signals: readonly Signal[]): RunbookSuggestion {
  const { id, name, description, executions, succeeded } = runbook;
  const score = 1 - signals.reduce((rest, { weight }) => rest * (1 - weight), 1);
  // A runbook that mostly failed for such incidents is a bad advice.
  const failing = executions >= 2 && succeeded / executions < 0.34 ? 0.5 : 1;
  return {
    runbook_id: id,
    name,
    description: description.slice(0, maxDescription),
    score: Math.round(score * failing * 100) / 100,
    reasons: signals.toSorted((a, b) => b.weight - a.weight).map(({ reason }) => reason),
    executions,
    succeeded,
  };
}

const maxDescription = 500;

interface IncidentWords {
  title: readonly string[];
  /** Of the title, the description and the tags of the items. */
  words: ReadonlySet<string>;
  items: readonly AffectedItem[];
  weigh: (word: string) => number;
}

function signalsOf(runbook: RunbookCandidate, incident: IncidentWords): Signal[] {
  const { words, items } = incident;
  const classes = runbook.ci_classes.filter((name) => items.some((item) => item.class === name));
  const named = new Set([...items.map(({ name }) => name.toLowerCase()), ...words]);
  const services = runbook.services.filter((service) => named.has(service.toLowerCase()));
  const tags = runbook.tags.filter((tag) => wordsOf(tag).some((word) => words.has(word)));
  const { share, shared } = similarity(incident, wordsOf(`${runbook.name} ${runbook.description}`));
  const { executions, succeeded } = runbook;
  return [
    classes.length > 0 && { weight: 0.35, reason: `Made for ${listed(classes.map(classLabel))}` },
    services.length > 0 && { weight: 0.5, reason: `Made for the service ${listed(services)}` },
    tags.length > 0 && { weight: 0.3, reason: `Tagged ${listed(tags)}` },
    shared.length > 0 && { weight: 0.6 * share, reason: `Similar words: ${shared.slice(0, maxWords).join(", ")}` },
    executions > 0 && {
      // Few executions say little: 1 of 1 counts as 2 of 3.
      weight: 0.6 * ((succeeded + 1) / (executions + 2)) * (succeeded > 0 ? 1 : 0),
      reason: `Solved ${succeeded} of ${executions} similar ${executions === 1 ? "incident" : "incidents"}`,
    },
  ].filter((signal) => signal !== false);
}

const maxWords = 4;

/** Words that few runbooks have say more. */
function wordWeights(runbooks: readonly RunbookCandidate[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const { name, description } of runbooks)
    for (const word of wordsOf(`${name} ${description}`)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + (runbooks.length + 1) / (1 + (counts.get(word) ?? 0)));
}

/** How much of the shorter text both have, and the shared words, those that say most first. */
function similarity(
  { title, words, weigh }: IncidentWords,
  runbook: readonly string[],
): { share: number; shared: string[] } {
  const weight = (some: readonly string[]) => some.reduce((sum, word) => sum + weigh(word), 0);
  const shared = runbook.filter((word) => words.has(word)).toSorted((a, b) => weigh(b) - weigh(a));
  if (shared.length === 0) return { share: 0, shared };
  const shorter = Math.min(title.length === 0 ? Number.POSITIVE_INFINITY : weight(title), weight(runbook));
  return { share: Math.min(1, weight(shared) / shorter), shared };
}

const labels: Readonly<Record<string, { label: string } | undefined>> = builtInClasses;

function classLabel(name: string): string {
  return labels[name]?.label.toLowerCase() ?? name;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The sentence for the incident's timeline, and the pages of the runbooks that it names. */
export function suggestionOutcome(suggestions: readonly RunbookSuggestion[]): {
  text: string;
  links: Record<string, string>;
} {
  const shown = suggestions.slice(0, maxNamed);
  if (shown.length === 0) return { text: "Found no published runbook that fits.", links: {} };
  const noun = shown.length === 1 ? "the runbook" : "runbooks";
  return {
    text: `Suggested ${noun} ${listed(shown.map(({ name }) => name))}.`,
    links: Object.fromEntries(shown.map(({ name, runbook_id }) => [name, `/runbooks/${runbook_id}`])),
  };
}

const maxNamed = 3;
