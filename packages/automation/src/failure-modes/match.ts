import { affirmed, findPhrase, type ReadCue, readCues } from "./cues.ts";
import type { FailureMode, Recipe } from "./mode.ts";
import { clusterModes } from "./modes/clusters.ts";
import { connectionModes } from "./modes/connections.ts";
import { databaseModes } from "./modes/databases.ts";
import { dependencyModes } from "./modes/dependencies.ts";
import { hostModes } from "./modes/hosts.ts";
import { messagingModes } from "./modes/messaging.ts";
import { networkModes } from "./modes/networks.ts";
import { processModes } from "./modes/processes.ts";
import { queryModes } from "./modes/queries.ts";
import { releaseModes } from "./modes/releases.ts";
import { serviceModes } from "./modes/services.ts";
import { storeModes } from "./modes/stores.ts";
import { triage } from "./modes/triage.ts";
import { type Technology, technologiesIn } from "./technologies.ts";
import { vocabularyOf } from "./vocabulary.ts";
import { wordsWith } from "./words.ts";

export const failureModes: readonly FailureMode[] = [
  ...hostModes,
  ...processModes,
  ...queryModes,
  ...databaseModes,
  ...releaseModes,
  ...serviceModes,
  ...dependencyModes,
  ...connectionModes,
  ...networkModes,
  ...messagingModes,
  ...storeModes,
  ...clusterModes,
];

/** A text about the failure, and how much it counts. */
export interface Observation {
  readonly source: string;
  readonly text: string;
  readonly weight: number;
}

export interface Situation {
  readonly observations: readonly Observation[];
  /** The classes of the affected configuration items. */
  readonly ciClasses: readonly string[];
  /** The analysis names a change as the first cause. */
  readonly changeFirst: boolean;
}

/** Words of the texts that point to a failure mode. */
export interface Finding {
  readonly source: string;
  readonly words: readonly string[];
  readonly weight: number;
}

interface RankedMode {
  readonly mode: FailureMode;
  readonly score: number;
  readonly findings: readonly Finding[];
}

export interface Choice {
  readonly mode: FailureMode;
  readonly recipe: Recipe;
  /** 0 to 1. Below 0.2 nothing fits, and the mode is triage. */
  readonly confidence: number;
  /** How strongly it fits, compared with the scores of the alternatives. */
  readonly score: number;
  readonly findings: readonly Finding[];
  /** The next best modes. */
  readonly alternatives: readonly RankedMode[];
}

/** Single words without a phrase must fit better. */
const minScore = { phrases: 2.4, words: 2.9 };
const maxAlternatives = 4;

/** Chooses the failure mode and the recipe for a situation, or triage when nothing fits. */
export function choose(situation: Situation): Choice {
  const words = situation.observations.map((observation) => ({ ...observation, stems: affirmed(observation.text) }));
  const found = technologiesIn(words.flatMap(({ stems }) => stems));
  const ranked = rank(situation, words, found);
  const [best, ...rest] = ranked;
  if (best === undefined || best.score < minScore[best.findings.length > 0 ? "phrases" : "words"]) {
    const [recipe] = triage.recipes;
    if (recipe === undefined) throw new Error("The triage has no recipe.");
    return {
      mode: triage,
      recipe,
      confidence: 0.1,
      score: minScore.phrases,
      findings: [],
      alternatives: ranked.slice(0, maxAlternatives),
    };
  }
  const alternatives = rest.slice(0, maxAlternatives);
  return {
    mode: best.mode,
    recipe: recipeFor(best.mode, found),
    confidence: confidenceOf(best.score, alternatives[0]?.score ?? 0),
    score: best.score,
    findings: best.findings,
    alternatives,
  };
}

interface ReadObservation extends Observation {
  readonly stems: readonly string[];
}

const cues = new Map<string, ReadCue[]>(failureModes.map(({ key, cues: written }) => [key, readCues(written)]));

function rank(
  { ciClasses, changeFirst }: Situation,
  observations: readonly ReadObservation[],
  found: ReadonlyMap<Technology, number>,
): RankedMode[] {
  const fits = vocabulary(observations.flatMap(({ stems }) => stems));
  return failureModes
    .map((mode) => {
      const findings = (cues.get(mode.key) ?? []).flatMap((cue) => findingsOf(cue, observations));
      const fromPhrases = findings.reduce((sum, { weight }) => sum + weight, 0);
      const fromWords = fromPhrases + Math.min(maxVocabulary, vocabularyWeight * (fits.get(mode.key) ?? 0));
      const score = fromWords === 0 && !(changeFirst && mode.afterChange) ? 0 : fromWords + contextOf(mode);
      return { mode, score: Math.round(score * 100) / 100, findings };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.mode.key < b.mode.key ? -1 : 1));

  function contextOf(mode: FailureMode): number {
    const named = mode.recipes.some(({ technology }) => (found.get(technology) ?? 0) > 0);
    const fits = mode.ci_classes.some((name) => ciClasses.includes(name));
    return (named ? 0.5 : 0) + (fits ? 0.4 : 0) + (changeFirst ? (mode.afterChange ?? 0) : 0);
  }
}

// Single words fill the gap that phrases leave, and never outweigh them.
const vocabulary = vocabularyOf(failureModes);
const vocabularyWeight = 0.35;
const maxVocabulary = 3;

/** Each further phrase with the same meaning adds less. */
const repeated = 0.3;
const maxPhrases = 3;

function findingsOf({ weight, phrases }: ReadCue, observations: readonly ReadObservation[]): Finding[] {
  const found = phrases.flatMap((phrase) => {
    const best = observations
      .flatMap(({ source, text, stems, weight: counts }) => {
        const found = findPhrase(phrase, stems);
        return found === undefined ? [] : [{ source, words: wordsWith(text, found), counts }];
      })
      .sort((a, b) => b.counts - a.counts)[0];
    return best === undefined ? [] : [best];
  });
  return found.slice(0, maxPhrases).map(({ source, words, counts }, index) => ({
    source,
    words,
    weight: weight * counts * (index === 0 ? 1 : repeated),
  }));
}

function recipeFor({ recipes }: FailureMode, found: ReadonlyMap<Technology, number>): Recipe {
  const [first, ...rest] = recipes;
  if (first === undefined) throw new Error("A failure mode has no recipe.");
  const count = ({ technology }: Recipe) => found.get(technology) ?? 0;
  return rest.reduce((best, recipe) => (count(recipe) > count(best) ? recipe : best), first);
}

/** Strong evidence and a clear lead over the next mode both count. */
function confidenceOf(score: number, next: number): number {
  const strength = 1 - Math.exp(-score / 4);
  const lead = Math.min(1, (score - next) / (score * 0.5));
  return Math.round(strength * (0.55 + 0.45 * lead) * 100) / 100;
}
