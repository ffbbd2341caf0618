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
import { refusal, triage } from "./modes/triage.ts";
import { type Name, namesIn } from "./names.ts";
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
  /** What the texts name and this runbook has no commands for. */
  readonly unserved: readonly string[];
  /** What the texts name and these commands are for. MariaDB takes those of MySQL. */
  readonly servedAs: readonly string[];
  /** No text says which technology it is, so the commands may be for another one. */
  readonly assumed: boolean;
  /** The next best modes. */
  readonly alternatives: readonly RankedMode[];
}

/** Single words without a phrase must fit better. */
const minScore = { phrases: 2.4, words: 2.9 };
const maxAlternatives = 4;

/** Chooses the failure mode and the recipe for a situation, or triage when nothing fits. What the texts name is served or refused by name. */
export function choose(situation: Situation): Choice {
  const words = situation.observations.map((observation) => ({ ...observation, stems: affirmed(observation.text) }));
  const found = technologiesIn(words.flatMap(({ stems }) => stems));
  const ranked = rank(situation, words, found);
  const named = namedIn(situation.observations);
  const good = ranked.filter(({ score, findings }) => score >= minScore[findings.length > 0 ? "phrases" : "words"]);
  const best = bestOf(good, named, found);
  const unserved = named.filter(({ served }) => served === undefined).map(({ label }) => label);
  if (best === undefined) return refused(named, ranked, good.length > 0);
  const { mode, recipe, score, findings } = best;
  const alternatives = ranked.filter((one) => one.mode !== mode).slice(0, maxAlternatives);
  const next = alternatives[0]?.score ?? 0;
  return {
    ...{ mode, recipe, score, findings, unserved, alternatives },
    assumed: named.length === 0 && !found.has(recipe.technology) && !hosts.has(recipe.technology),
    servedAs: named.filter(({ served }) => served === recipe.technology).map(({ label }) => label),
    confidence: confidenceOf(score, Math.min(score, next)),
  };
}

/** Triage, which says by name what it has no commands for. */
function refused(named: readonly Name[], ranked: readonly RankedMode[], isKnown: boolean): Choice {
  const others = named.filter(({ served }) => served === undefined);
  const onHost = named.every(({ served }) => served !== undefined && !containers.has(served));
  const products = named.filter(({ served }) => served !== "linux" && served !== "systemd");
  const unserved = (others.length > 0 ? others : isKnown || !onHost ? named : products).map(({ label }) => label);
  const mode = unserved.length > 0 ? refusal(unserved, onHost) : triage;
  const [recipe] = mode.recipes;
  if (recipe === undefined) throw new Error("The triage has no recipe.");
  return {
    ...{ mode, recipe, unserved, servedAs: [], assumed: false, confidence: 0.1, findings: [] },
    score: ranked[0]?.score ?? minScore.phrases,
    alternatives: ranked.slice(0, maxAlternatives),
  };
}

/** What texts of little weight mention, such as tags of an item, is not what the failure is about. */
const minNaming = 0.6;

function namedIn(observations: readonly Observation[]): Name[] {
  return namesIn(
    observations
      .filter(({ weight }) => weight >= minNaming)
      .map(({ text }) => text)
      .join("\n"),
  );
}

type Best = RankedMode & { readonly recipe: Recipe };

/** Modes with commands for what is named come first, unless another that can serve it fits far better. */
function bestOf(
  ranked: readonly RankedMode[],
  named: readonly Name[],
  found: ReadonlyMap<Technology, number>,
): Best | undefined {
  const withRecipe = (recipeOf: (mode: FailureMode) => Recipe | undefined): Best[] =>
    ranked.flatMap((one) => {
      const recipe = recipeOf(one.mode);
      return recipe === undefined ? [] : [{ ...one, recipe }];
    });
  if (named.length === 0) return withRecipe((mode) => recipeFor(mode.recipes, found))[0];
  const served = new Set(named.flatMap((name) => name.served ?? []));
  const exact = withRecipe(({ recipes }) =>
    recipeFor(
      recipes.filter(({ technology }) => served.has(technology)),
      found,
    ),
  )[0];
  const below = withRecipe((mode) => recipeFor(hostRecipes(mode, named, served), found))[0];
  const enough = (ranked[0]?.score ?? 0) * minShare;
  const usable = [exact, below].filter((one) => one !== undefined && one.score >= enough);
  if (exact !== undefined && usable.includes(exact) && exact.score >= minExact * (below?.score ?? 0)) return exact;
  return usable.toSorted((one, other) => (other?.score ?? 0) - (one?.score ?? 0))[0];
}

const minShare = 0.4;
const minExact = 0.5;

/** What runs on a Linux host can be helped by commands for the host, if the failure is one of hosts. */
function hostRecipes({ recipes }: FailureMode, named: readonly Name[], served: ReadonlySet<Technology>): Recipe[] {
  const runsOnHost = [...served].some((technology) => !containers.has(technology));
  const isHostFailure = recipes.every(({ technology }) => neutral.has(technology));
  if (!runsOnHost || !isHostFailure || named.some((name) => name.served === undefined)) return [];
  return recipes.filter(({ technology }) => hosts.has(technology));
}

const hosts: ReadonlySet<Technology> = new Set(["generic", "linux", "systemd"]);
const containers: ReadonlySet<Technology> = new Set(["docker", "kubernetes"]);
const neutral: ReadonlySet<Technology> = new Set([...hosts, "docker", "kubernetes"]);

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

/** The recipe whose technology the words mention most, or else the first. */
function recipeFor(recipes: readonly Recipe[], found: ReadonlyMap<Technology, number>): Recipe | undefined {
  const [first, ...rest] = recipes;
  const count = ({ technology }: Recipe) => found.get(technology) ?? 0;
  return first && rest.reduce((best, recipe) => (count(recipe) > count(best) ? recipe : best), first);
}

/** Strong evidence and a clear lead over the next mode both count. */
function confidenceOf(score: number, next: number): number {
  const strength = 1 - Math.exp(-score / 4);
  const lead = Math.min(1, (score - next) / (score * 0.5));
  return Math.round(strength * (0.55 + 0.45 * lead) * 100) / 100;
}
