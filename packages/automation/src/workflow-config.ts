import { approverTypes, isId, type LintProblem, type WorkflowStep, type WorkflowStepType } from "@opsplane/contract";
import type { Names } from "./references.ts";
import { error, textProblems } from "./text-lint.ts";

const outputs: Record<WorkflowStepType, readonly string[]> = {
  runbook: ["status", "verified", "reference", "execution_id", "error", "steps"],
  approval: ["decision", "comment", "decided_by"],
  condition: ["result"],
  notification: ["recipients"],
  delay: [],
};

/** The names of the values that a step of a workflow leaves. */
export function workflowOutputsOf({ type }: Pick<WorkflowStep, "type">): readonly string[] {
  return outputs[type];
}

const longestDelay = 2_592_000;

/** The problems of a step's config. */
export function configProblems(step: WorkflowStep, path: string, names: Names): LintProblem[] {
  const { config, type } = step;
  const at = (field: string) => `${path}.config.${field}`;
  switch (type) {
    case "runbook":
      return [
        ...(isUuid(config.runbook_id)
          ? []
          : [error(at("runbook_id"), "A runbook step needs a runbook_id, which is the id of a runbook.")]),
        ...valueProblems(config.parameters, at("parameters"), names),
        ...valueProblems(config.targets, at("targets"), names),
      ];
    case "approval":
      return [...approverProblems(config, at), ...valueProblems(config.instructions, at("instructions"), names)];
    case "condition":
      return expressionProblems(config.expression, at("expression"), names);
    case "notification":
      return [
        ...(isText(config.message) ? [] : [error(at("message"), "A notification needs a message.")]),
        ...valueProblems(config.message, at("message"), names),
        ...valueProblems(config.subject, at("subject"), names),
        ...valueProblems(config.recipients, at("recipients"), names),
        ...(config.channel_id === undefined || isUuid(config.channel_id)
          ? []
          : [error(at("channel_id"), "channel_id must be the id of a notification channel.")]),
      ];
    case "delay":
      return isDelay(config.seconds)
        ? []
        : [error(at("seconds"), `A delay needs seconds, a whole number from 1 to ${longestDelay}.`)];
  }
}

function isUuid(value: unknown): boolean {
  return typeof value === "string" && isId(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isDelay(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= longestDelay;
}

function approverProblems(config: Readonly<Record<string, unknown>>, at: (field: string) => string): LintProblem[] {
  const { approver_type: type, approver_value: value } = config;
  if (!approverTypes.some((one) => one === type))
    return [error(at("approver_type"), `An approval needs an approver_type: ${approverTypes.join(", ")}.`)];
  if (type === "any" || isText(value)) return [];
  return [error(at("approver_value"), `An approval by a ${type} needs an approver_value.`)];
}

export function expressionProblems(expression: unknown, path: string, names: Names): LintProblem[] {
  if (typeof expression !== "string" || expression.trim() === "")
    return [error(path, "A condition needs an expression, such as input.severity == 'critical'.")];
  return textProblems({ path, text: expression, kind: "expression" }, names);
}

const maxDepth = 10;

/** Checks the templates in a value, also in lists and objects. */
function valueProblems(value: unknown, path: string, names: Names, depth = 0): LintProblem[] {
  if (typeof value === "string") return textProblems({ path, text: value, kind: "text" }, names);
  if (typeof value !== "object" || value === null) return [];
  if (depth > maxDepth) return [error(path, `The value is nested more than ${maxDepth} levels deep.`)];
  return Object.entries(value).flatMap(([key, item]) => valueProblems(item, `${path}.${key}`, names, depth + 1));
}
