import type { RunbookContent, RunbookStepInput } from "@opsplane/contract";
import { destructivePart } from "../destructive.ts";
import { approval, failureNotice } from "../library/parts.ts";
import { contentOf, stepIds } from "../runbook-content.ts";
import { type Facts, filled } from "./facts.ts";
import type { FailureMode, Recipe, RecipeSteps } from "./mode.ts";
import { technologies } from "./technologies.ts";

/** How much a runbook does: it only reads, changes something, or can remove data or interrupt a service. */
export const dangers = ["read_only", "changes", "destructive"] as const;
export type Danger = (typeof dangers)[number];

/** The runbook for a failure mode. Its commands come from the recipe alone; facts become validated defaults of parameters. */
export function compose(mode: FailureMode, recipe: Recipe, name: string, facts: Facts): RunbookContent {
  const content = "library" in recipe ? recipe.library.content : ownContent(mode, recipe.steps, recipe);
  return { ...content, name, parameters: filled(content.parameters, facts) };
}

export function dangerOf({ steps }: Pick<RunbookContent, "steps">): Danger {
  const commands = steps.filter(({ type }) => type === "command");
  if (commands.some(({ command = "" }) => destructivePart(command) !== undefined)) return "destructive";
  return steps.some(({ type }) => type === "approval") ? "changes" : "read_only";
}

function ownContent(mode: FailureMode, steps: RecipeSteps, { technology }: Recipe): RunbookContent {
  const taken = new Set<string>();
  const look = steps.look.map((step) => {
    const id = stepIds(step.title, taken);
    taken.add(id);
    return { ...step, id };
  });
  const gated = withGate(steps, look.find(({ type }) => type === "command")?.id);
  return contentOf({
    name: mode.name,
    description: mode.summary,
    notes: notesOf(mode, steps),
    tags: [...new Set([mode.key, ...(technology === "generic" ? [] : [technology])])],
    ci_classes: [...mode.ci_classes],
    parameters: [...steps.parameters],
    lock_key: steps.lock,
    steps: [...look, ...gated, ...(steps.check ?? [])],
    on_failure: [...(steps.rollback ?? []), failureNotice(`${mode.name}: the runbook failed`, steps.advice)],
    verification: steps.verification,
  });
}

/** An approval comes before the first command that changes something, because no person has read a generated runbook yet. */
function withGate({ act, confirm }: RecipeSteps, shown: string | undefined): RunbookStepInput[] {
  const first = act.findIndex(({ type }) => type === "command");
  if (first < 0) return [...act];
  if (confirm === undefined) throw new Error("A recipe that changes something needs a text to approve.");
  const output = shown === undefined ? "" : `\n\n\`\`\`\n{{ steps.${shown}.stdout }}\n\`\`\``;
  return [...act.slice(0, first), approval("Approve the change", `${confirm}${output}`), ...act.slice(first)];
}

function notesOf(mode: FailureMode, { look, act, check = [], undo }: RecipeSteps): string {
  const steps = [...look, ...act, ...check].map(({ title }, index) => `${index + 1}. ${title}`);
  return `## When to use\n${mode.when}\n\n## What it does\n${steps.join("\n")}\n\n## How to undo\n${undo}`;
}

/** How people call the technology of a recipe; empty when it has none. */
export function technologyLabel({ technology }: Recipe): string {
  return technologies[technology].label;
}
