import type { LibraryRunbook, Parameter, RunbookStepInput, SignalCheck, Verification } from "@opsplane/contract";
import type { Technology } from "./technologies.ts";

/** A way in which systems fail, how people describe it, and what to do about it. */
export interface FailureMode {
  readonly key: string;
  readonly name: string;
  /** What it is, in one sentence. */
  readonly summary: string;
  /** When the runbook fits, in one or two sentences. */
  readonly when: string;
  /** Phrases that point to it, by weight. See `cues.ts` for the notation. */
  readonly cues: readonly Cue[];
  readonly ci_classes: readonly string[];
  /** Points for an analysis whose first cause is a change. */
  readonly afterChange?: number;
  /** One for each technology that it is written for. The first is used when no technology is known. */
  readonly recipes: readonly Recipe[];
}

export type Cue = readonly [weight: number, ...phrases: string[]];

/** What to do on one technology: a ready-made runbook, or steps of its own. */
export type Recipe = { readonly technology: Technology } & (
  | { readonly library: LibraryRunbook }
  | { readonly steps: RecipeSteps }
);

export interface RecipeSteps {
  readonly parameters: readonly Parameter[];
  readonly lock: string;
  /** Commands that only read. */
  readonly look: readonly RunbookStepInput[];
  /** Commands that change something come after an approval; steps for people need none. */
  readonly act: readonly RunbookStepInput[];
  /** What a person approves. Required when a command changes something. */
  readonly confirm?: string;
  /** Commands that only read, after the change. */
  readonly check?: readonly RunbookStepInput[];
  readonly undo: string;
  /** Undoes the change when a later step fails. */
  readonly rollback?: readonly RunbookStepInput[];
  /** What to do when the runbook fails. */
  readonly advice: string;
  readonly verification: Verification;
}

/** The signal of a metric that must be good afterwards. */
export function metric(
  title: string,
  metric_name: string,
  match: string,
  check: Pick<SignalCheck, "agg" | "operator" | "threshold" | "when_empty">,
  within_seconds = 600,
): Verification {
  return { title, query: { source: "metrics", metric_name, match: [match], ...check }, within_seconds };
}

/** Few log records of this kind may remain. */
export function fewLogs(title: string, q: string, service?: string, threshold = 3, within_seconds = 600): Verification {
  return {
    title,
    query: {
      source: "logs",
      q,
      ...(service === undefined ? {} : { service }),
      window_seconds: 300,
      operator: "<",
      threshold,
    },
    within_seconds,
  };
}

/** A step for a person, with what to do. */
export function task(title: string, instructions: string): RunbookStepInput {
  return { type: "manual", title, instructions, timeout_seconds: 86_400 };
}
