import type { LintProblem } from "@opsplane/contract";
import { expressionPaths, expressionProblem } from "./expressions.ts";
import { bodyProblem, urlProblem } from "./http-template.ts";
import { isSecret, mayStartWithDash, type Names, referenceProblem } from "./references.ts";
import { shellProblems } from "./shell-rules.ts";
import { placeholdersOf, templateProblem } from "./template.ts";

/** A text with placeholders, or an expression, and its place. */
export interface LintedText {
  path: string;
  text: string;
  kind: "text" | "shell" | "url" | "header" | "body" | "expression";
  contentType?: string | undefined;
}

const mayHoldSecrets = new Set<LintedText["kind"]>(["shell", "header", "body"]);

/** The problems of one text: its form, its names, and secrets where people could read them. */
export function textProblems(linted: LintedText, names: Names): LintProblem[] {
  const { path, text, kind } = linted;
  const form = formProblems(linted, names);
  if (form.some(({ level }) => level === "error")) return form;
  const paths = pathsOf(linted, names);
  const references = paths.flatMap((one) => {
    const problem = referenceProblem(one, names);
    if (problem !== undefined) return [error(path, problem)];
    if (mayHoldSecrets.has(kind) || !isSecret(one, names)) return [];
    return [
      error(
        path,
        `The secret '${one.join(".")}' cannot be used here; secrets belong into commands, headers and bodies.`,
      ),
    ];
  });
  return [
    ...form,
    ...unique(references),
    ...(kind === "header" && /[\r\n\0]/.test(text) ? [error(path, "A header cannot contain line breaks.")] : []),
  ];
}

/** The paths that a text reads. */
export function pathsOf({ text, kind }: LintedText, names: Names): string[][] {
  return kind === "expression" ? expressionPaths(text, names.roots) : placeholdersOf(text).map(({ path }) => path);
}

function formProblems({ path, text, kind, contentType }: LintedText, names: Names): LintProblem[] {
  if (kind === "shell")
    return shellProblems(text, (one) => mayStartWithDash(one, names)).map(({ level, message }) => ({
      level,
      path,
      message,
    }));
  const problem = kind === "expression" ? expressionProblem(text, names.roots) : wholeProblem(kind, text, contentType);
  return problem === undefined ? [] : [error(path, problem)];
}

function wholeProblem(kind: LintedText["kind"], text: string, contentType: string | undefined): string | undefined {
  if (kind === "url") return urlProblem(text);
  return kind === "body" ? bodyProblem(text, contentType) : templateProblem(text);
}

export function error(path: string, message: string): LintProblem {
  return { level: "error", path, message };
}

export function warning(path: string, message: string): LintProblem {
  return { level: "warning", path, message };
}

function unique(problems: readonly LintProblem[]): LintProblem[] {
  return problems.filter(({ message }, index) => problems.findIndex((other) => other.message === message) === index);
}
