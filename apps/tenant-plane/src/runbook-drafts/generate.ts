import { lintRunbook } from "@opsplane/automation";
import { type Choice, choose, compose, dangerOf, technologyLabel } from "@opsplane/automation/failure-modes";
import type { RunbookContent, RunbookGeneration } from "@opsplane/contract";
import { shortened } from "../records/shortened.ts";
import type { Gathered, Source } from "./gather.ts";

export interface Draft {
  readonly content: RunbookContent;
  /** The ready-made runbook that it was made from. */
  readonly libraryKey: string | null;
  readonly generation: RunbookGeneration;
}

/** The draft of the builtin engine. Text of the incident chooses among our recipes; it never becomes a command. */
export function generate({ situation, facts }: Gathered, about: string): Draft {
  const choice = choose(situation);
  const { mode, recipe } = choice;
  const content = withLimits(compose(mode, recipe, `${mode.name} (${about})`, facts), choice);
  const before = compose(mode, recipe, mode.name, new Map()).parameters;
  const filled = content.parameters.filter((parameter, index) => parameter.default !== before[index]?.default);
  const evidence = evidenceOf(choice, situation.observations);
  const fits = mode.key !== "triage";
  return {
    content,
    libraryKey: "library" in recipe ? recipe.library.key : null,
    generation: {
      ...{ engine: "builtin", model: null, fallback_reason: null, fits },
      failure_mode: { key: mode.key, name: mode.name, summary: mode.summary },
      technology: technologyLabel(recipe) || null,
      danger: dangerOf(content),
      confidence: choice.confidence,
      why: whyOf(choice, evidence, technologyLabel(recipe)),
      alternatives: choice.alternatives.map(({ mode: { key, name }, score }) => ({
        ...{ key, name },
        score: Math.round(Math.min(1, score / choice.score) * 100) / 100,
      })),
      evidence,
      filled_parameters: filled.map(({ name }) => name),
      lint: lintRunbook(content),
    },
  };
}

/** The notes say what the commands leave out, although the texts name it. */
function withLimits(content: RunbookContent, { mode, unserved }: Choice): RunbookContent {
  if (unserved.length === 0 || mode.key === "triage") return content;
  return {
    ...content,
    notes: `${content.notes}\n\n## What it leaves out\nIt has no commands for ${listed(unserved)}.`,
  };
}

function listed(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}

type Evidence = RunbookGeneration["evidence"][number];

const maxShown = 300;
const maxWords = 12;

/** The texts that point to the failure, and the words in them. Without any, the texts themselves. */
function evidenceOf({ findings }: Choice, sources: readonly Source[]): Evidence[] {
  const all = sources.map(({ source: id, kind, text, link }) => {
    const words = findings.filter(({ source }) => source === id).flatMap(({ words: found }) => found);
    return { id, kind, text: shortened(text, maxShown), words: [...new Set(words)].slice(0, maxWords), link };
  });
  const pointing = all.filter(({ words }) => words.length > 0);
  return (pointing.length > 0 ? pointing : all).slice(0, maxEvidence);
}

const maxEvidence = 20;

const nouns: Record<Evidence["kind"], string> = {
  description: "the description",
  analysis: "the analysis",
  incident: "the incident",
  alert: "an alert",
  ci: "an affected item",
};

function whyOf(
  { mode, confidence, alternatives, unserved, servedAs, assumed }: Choice,
  evidence: readonly Evidence[],
  technology: string,
): string {
  if (mode.key === "triage") {
    const [near] = alternatives;
    const closest = near ? ` The closest is “${near.mode.name}”.` : "";
    if (unserved.length > 0) return `${mode.summary}${closest}`;
    return `No known failure fits well enough, so this runbook only collects facts.${closest}`;
  }
  const pointing = evidence.filter(({ words }) => words.length > 0).slice(0, 3);
  const kinds = [...new Set(pointing.map(({ kind }) => kind))];
  const said = kinds.map((kind) => {
    const quotes = pointing.filter((each) => each.kind === kind).map(quoted);
    return `${nouns[kind]} says ${quotes.join(" and ")}`;
  });
  const because = said.length > 0 ? `, because ${said.join("; ")}` : "";
  const others = servedAs.filter((name) => name !== technology);
  const taken = others.length > 0 ? `, and ${listed(others)} takes them too` : "";
  const left = unserved.length > 0 ? ` There are none for ${listed(unserved)}.` : "";
  const guess = assumed ? " No text names it, so check that it is what runs there." : "";
  const commands = technology === "" ? left : ` The commands are for ${technology}${taken}.${left}${guess}`;

  return `“${mode.name}” fits with ${Math.round(confidence * 100)} % confidence${because}.${commands}`;
}

const maxQuoted = 4;

function quoted({ id, words }: Evidence): string {
  const quotes = words.slice(0, maxQuoted).map((word) => `“${word}”`);
  return `${quotes.join(", ")} [[${id}]]`;
}
