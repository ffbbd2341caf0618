import { lintRunbook } from "@opsplane/automation";
import type { LintProblem, RunbookContent } from "@opsplane/contract";

/** Everything that is wrong with the content: what the lint finds, and what the server's schema would refuse. */
export function draftProblems(content: RunbookContent): LintProblem[] {
  const error = (path: string, message: string): LintProblem => ({ level: "error", path, message });
  const steps = (["steps", "on_failure"] as const).flatMap((field) =>
    content[field].map((step, index) => ({ ...step, path: `${field}.${index}` })),
  );
  return [
    ...(content.name.trim() === "" ? [error("name", "Enter a name.")] : []),
    ...content.parameters.flatMap(({ name }, index) =>
      slug.test(name) ? [] : [error(`parameters.${index}.name`, "A name has lowercase letters, digits and _.")],
    ),
    ...steps.flatMap(({ path, title, id }) => [
      ...(title.trim() === "" ? [error(`${path}.title`, "Enter a title.")] : []),
      ...(slug.test(id) ? [] : [error(`${path}.id`, "An ID has lowercase letters, digits and _.")]),
    ]),
    ...lintRunbook(content),
  ];
}

const slug = /^[a-z][a-z0-9_]{0,39}$/;

/** Problems of a runbook, found by the path of the place that they are about. */
export interface Problems {
  all: readonly LintProblem[];
  /** Those of a place and of everything in it. */
  within: (path: string) => readonly LintProblem[];
  /** The first error of a field. */
  error: (path: string) => string | undefined;
}

export function problemsIn(all: readonly LintProblem[]): Problems {
  const within = (path: string) => all.filter((each) => each.path === path || each.path.startsWith(`${path}.`));
  return {
    all,
    within,
    error: (path) => within(path).find(({ level }) => level === "error")?.message,
  };
}

export function countsOf(problems: readonly LintProblem[]): { errors: number; warnings: number } {
  const errors = problems.filter(({ level }) => level === "error").length;
  return { errors, warnings: problems.length - errors };
}

/** The card or panel that a path is in: `steps.2.command` is in `steps.2`, `lock_key` in itself. */
export function placeOf(path: string): string {
  return /^(?:steps|on_failure|parameters)\.\d+/.exec(path)?.[0] ?? path.split(".")[0] ?? path;
}

const lists: Readonly<Record<string, string>> = {
  steps: "Step",
  on_failure: "If a step fails",
  parameters: "Parameter",
};
const panels: Readonly<Record<string, string>> = {
  name: "Name",
  verification: "Verification",
  lock_key: "Lock",
  steps: "Steps",
};

/** The place in words: `Step 3`. */
export function placeWords(path: string): string {
  const place = placeOf(path);
  const [list = "", index] = place.split(".");
  const words = lists[list];
  return index !== undefined && words ? `${words} ${Number(index) + 1}` : (panels[place] ?? place);
}

/** The id of the element that a path is in. */
export function anchorOf(path: string): string {
  return `at-${placeOf(path).replaceAll(".", "-")}`;
}
