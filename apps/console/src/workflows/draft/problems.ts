import type { LintProblem } from "@opsplane/contract";
import type { Draft } from "./draft.ts";

/** The part of a draft that is selected. */
export type Selection = { kind: "step"; id: string } | { kind: "edge"; index: number } | { kind: "settings" };

export type Problem = LintProblem;

/** The part that a path such as `steps.2.config.message` is about. */
export function placeOf(path: string, { steps }: Pick<Draft, "steps">): Selection {
  const [list, position] = path.split(".");
  const index = Number(position);
  if (list === "edges" && Number.isInteger(index)) return { kind: "edge", index };
  const step = list === "steps" && Number.isInteger(index) ? steps[index] : undefined;
  return step ? { kind: "step", id: step.id } : { kind: "settings" };
}

/** A path of the server in the form of the linter: `/steps/0/name` becomes `steps.0.name`. */
function plainPath(path: string): string {
  return path.replace(/^\//, "").replaceAll("/", ".");
}

/** The message of the problem at exactly this path. */
export function messageAt(problems: readonly Problem[], path: string): string | undefined {
  return problems.find((problem) => problem.path === path)?.message;
}

/** The problems of a part and everything in it. */
export function problemsUnder(problems: readonly Problem[], path: string): Problem[] {
  return problems.filter((problem) => problem.path === path || problem.path.startsWith(`${path}.`));
}

/** Joins the linter's problems with those of the server. The linter's come first, because they follow the draft. */
export function allProblems(own: readonly Problem[], refused: readonly { path: string; message: string }[]): Problem[] {
  const others = refused
    .map(({ path, message }) => ({ level: "error" as const, path: plainPath(path), message }))
    .filter(({ path }) => !own.some((problem) => problem.path === path));
  return [...own, ...others];
}
