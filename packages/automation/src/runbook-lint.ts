import type { LintProblem, Parameter, RunbookContent, RunbookStep } from "@opsplane/contract";
import { destructivePart } from "./destructive.ts";
import { parameterProblems } from "./parameters.ts";
import { type Names, outputsOf, runbookRoots } from "./references.ts";
import { queryProblems, queryTexts, stepProblems, textsOf } from "./step-lint.ts";
import { error, type LintedText, pathsOf, textProblems, warning } from "./text-lint.ts";

/** Raised when the lint refuses what it accepted before, so that stored runbooks are looked at again. */
export const lintVersion = 1;

/** Everything that is wrong with a runbook. Errors prevent publishing; warnings are advice. */
export function lintRunbook(content: RunbookContent): LintProblem[] {
  const places = placesOf(content);
  const ids = new Set(places.map(({ step }) => step.id));
  const parameters = new Map(content.parameters.map((parameter) => [parameter.name, parameter]));
  const namesAt = (steps: readonly RunbookStep[]) => namesFor(parameters, steps, ids);
  const all = namesAt(places.map(({ step }) => step));
  return [
    ...parameterProblems(content.parameters, "parameters"),
    ...(content.steps.length === 0 ? [error("steps", "The runbook has no steps; add at least one.")] : []),
    ...idProblems(places),
    ...places.flatMap(({ step, path, before }) => stepProblems(step, path, namesAt(before))),
    ...(content.lock_key ? textProblems(lockKey(content), namesAt([])) : []),
    ...verificationProblems(content, namesAt(content.steps)),
    ...approvalWarnings(places),
    ...unusedParameters(content, places, all),
  ];
}

interface PlacedStep {
  step: RunbookStep;
  path: string;
  /** The steps whose values it can use. */
  before: RunbookStep[];
}

function placesOf({ steps, on_failure }: RunbookContent): PlacedStep[] {
  return [
    ...steps.map((step, index) => ({ step, path: `steps.${index}`, before: steps.slice(0, index) })),
    ...on_failure.map((step, index) => ({
      step,
      path: `on_failure.${index}`,
      before: [...steps, ...on_failure.slice(0, index)],
    })),
  ];
}

function namesFor(
  parameters: ReadonlyMap<string, Parameter>,
  steps: readonly RunbookStep[],
  ids: ReadonlySet<string>,
): Names {
  return {
    roots: runbookRoots,
    inputs: "parameters",
    parameters,
    steps: new Map(steps.map((step) => [step.id, outputsOf(step)])),
    ids,
  };
}

function idProblems(places: readonly PlacedStep[]): LintProblem[] {
  const seen = new Set<string>();
  return places.flatMap(({ step: { id }, path }) => {
    if (id === "verification") return [error(`${path}.id`, "The id 'verification' is reserved; choose another one.")];
    if (seen.has(id))
      return [error(`${path}.id`, `The id '${id}' is used twice; ids must be unique in the whole runbook.`)];
    seen.add(id);
    return [];
  });
}

function lockKey({ lock_key }: RunbookContent): LintedText {
  return { path: "lock_key", text: lock_key, kind: "text" };
}

function verificationProblems({ verification }: RunbookContent, names: Names): LintProblem[] {
  if (verification === null)
    return [warning("verification", "The runbook has no verification, so nothing shows whether it helped.")];
  const title: LintedText[] = verification.title
    ? [{ path: "verification.title", text: verification.title, kind: "text" }]
    : [];
  return [
    ...queryProblems(verification.query, "verification.query"),
    ...[...title, ...queryTexts(verification.query, "verification.query")].flatMap((text) => textProblems(text, names)),
  ];
}

function approvalWarnings(places: readonly PlacedStep[]): LintProblem[] {
  return places.flatMap(({ step, path, before }) => {
    if (step.type !== "command" || before.some(({ type }) => type === "approval")) return [];
    const part = destructivePart(step.command ?? "");
    if (part === undefined) return [];
    return [
      warning(`${path}.command`, `'${part}' looks destructive, and no approval comes before it; add an approval step.`),
    ];
  });
}

function unusedParameters(content: RunbookContent, places: readonly PlacedStep[], names: Names): LintProblem[] {
  const texts = [
    ...places.flatMap(({ step, path }) => textsOf(step, path)),
    lockKey(content),
    ...(content.verification === null ? [] : queryTexts(content.verification.query, "verification.query")),
  ];
  const used = new Set(
    texts.flatMap((text) => pathsOf(text, names)).flatMap(([root, name = ""]) => (root === "parameters" ? [name] : [])),
  );
  return content.parameters.flatMap(({ name }, index) =>
    used.has(name) ? [] : [warning(`parameters.${index}`, `The parameter '${name}' is not used; use it or remove it.`)],
  );
}
