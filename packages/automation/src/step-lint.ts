import type { LintProblem, RunbookStep, SignalCheck } from "@opsplane/contract";
import { type Names, outputsOf } from "./references.ts";
import { placeholdersOf } from "./template.ts";
import { error, type LintedText, textProblems, warning } from "./text-lint.ts";

/** The texts of a step that hold placeholders or are expressions. */
export function textsOf(step: RunbookStep, path: string): LintedText[] {
  const texts: LintedText[] = [];
  const add = (field: string, text: string | undefined, kind: LintedText["kind"] = "text", contentType?: string) => {
    if (text) texts.push({ path: `${path}.${field}`, text, kind, contentType });
  };
  add("title", step.title);
  add("condition", step.condition, "expression");
  if (step.type === "command") add("command", step.command, "shell");
  if (step.type === "http") {
    const headers = Object.entries(step.headers ?? {});
    add("url", step.url, "url");
    for (const [name, value] of headers) add(`headers.${name}`, value, "header");
    add("body", step.body, "body", headers.find(([name]) => name.toLowerCase() === "content-type")?.[1]);
  }
  if (step.type === "notification") {
    add("subject", step.subject);
    add("message", step.message);
    for (const [index, { value }] of (step.recipients ?? []).entries()) add(`recipients.${index}.value`, value);
  }
  if (step.type === "approval" || step.type === "manual") add("instructions", step.instructions);
  if (step.type === "query" && step.query !== undefined) texts.push(...queryTexts(step.query, `${path}.query`));
  return texts;
}

export function queryTexts(query: SignalCheck, path: string): LintedText[] {
  const fields: [string, string | undefined][] = [
    ["metric_name", query.metric_name],
    ["service", query.service],
    ["q", query.q],
    ...(query.match ?? []).map((text, index): [string, string] => [`match.${index}`, text]),
  ];
  return fields.flatMap(([name, text]) => (text ? [{ path: `${path}.${name}`, text, kind: "text" as const }] : []));
}

/** The problems of one step at its place. */
export function stepProblems(step: RunbookStep, path: string, names: Names): LintProblem[] {
  return [
    ...missingFields(step, path),
    ...limitProblems(step, path),
    ...extractionProblems(step, path),
    ...textsOf(step, path).flatMap((text) => textProblems(text, names)),
    ...plainHttpWarnings(step, path, names),
  ];
}

function missingFields(step: RunbookStep, path: string): LintProblem[] {
  const needs = (field: string, value: unknown, what: string) =>
    value === undefined || value === null || (typeof value === "string" && value.trim() === "")
      ? [error(`${path}.${field}`, `A step of the type '${step.type}' needs ${what}.`)]
      : [];
  switch (step.type) {
    case "command":
      return needs("command", step.command, "a command");
    case "http":
      return [...needs("method", step.method, "a method"), ...needs("url", step.url, "a URL")];
    case "notification":
      return needs("message", step.message, "a message");
    case "approval":
      return [
        ...needs("approver_type", step.approver_type, "an approver_type: user, group, role or any"),
        ...(step.approver_type === "any" ? [] : needs("approver_value", step.approver_value, "an approver_value")),
      ];
    case "manual":
      return needs("instructions", step.instructions, "instructions");
    case "query":
      return step.query === undefined
        ? needs("query", undefined, "a query")
        : queryProblems(step.query, `${path}.query`);
    case "wait":
      return needs("seconds", step.seconds, "the seconds to wait");
  }
}

export function queryProblems(query: SignalCheck, path: string): LintProblem[] {
  if (query.source === "metrics")
    return query.metric_name?.trim() ? [] : [error(`${path}.metric_name`, "A query of metrics needs a metric_name.")];
  return query.q?.trim() || query.service?.trim() ? [] : [error(`${path}.q`, "A query of logs needs q or a service.")];
}

const longestRun = 86_400;

function limitProblems(step: RunbookStep, path: string): LintProblem[] {
  const runs = step.type === "command" || step.type === "http";
  const problems: LintProblem[] = [];
  if (runs && (step.timeout_seconds ?? 0) > longestRun)
    problems.push(
      error(
        `${path}.timeout_seconds`,
        `The timeout is ${step.timeout_seconds} seconds; commands and requests run at most ${longestRun}.`,
      ),
    );
  if (step.type === "command" && step.timeout_seconds === undefined)
    problems.push(
      warning(
        `${path}.timeout_seconds`,
        "The command has no timeout_seconds, so a command that hangs holds the execution for long.",
      ),
    );
  if (runs && (step.retries ?? 0) > 0 && step.safe_to_repeat !== true)
    problems.push(
      warning(`${path}.retries`, "The step is retried but not marked safe_to_repeat; a retry may repeat its effect."),
    );
  return problems;
}

function extractionProblems(step: RunbookStep, path: string): LintProblem[] {
  if (step.type !== "http") return [];
  const taken = new Set(outputsOf({ type: "http" }));
  return (step.extract ?? []).flatMap(({ name }, index) => {
    if (taken.has(name))
      return [error(`${path}.extract.${index}.name`, `The name '${name}' is already taken; choose another one.`)];
    taken.add(name);
    return [];
  });
}

function plainHttpWarnings(step: RunbookStep, path: string, names: Names): LintProblem[] {
  if (step.type !== "http" || !/^http:/i.test(step.url ?? "")) return [];
  const texts = [...Object.values(step.headers ?? {}), step.body ?? ""].flatMap(placeholdersOf);
  const hasSecret = texts.some(
    ({ path: [root, name = ""] }) => root === "parameters" && names.parameters?.get(name)?.type === "secret",
  );
  return hasSecret ? [warning(`${path}.url`, "The request sends a secret over plain http; use https.")] : [];
}
