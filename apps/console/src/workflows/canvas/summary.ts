import type { WorkflowStep } from "@opsplane/contract";
import { approverTypeWords } from "../../approvals/index.ts";
import { spanWords } from "../../ui/duration-field.tsx";
import { approverTypeIn, numberIn, textIn } from "../fields/config.ts";
import { stepTypeWords } from "../words.ts";

export type RunbookNames = ReadonlyMap<string, string>;

/** The name of a step, or what it does when it has none. */
export function titleOf({ name, type, config }: WorkflowStep, runbooks?: RunbookNames): string {
  if (name) return name;
  return (type === "runbook" ? runbooks?.get(textIn(config, "runbook_id")) : undefined) ?? stepTypeWords[type];
}

/** `Condition · input.size > 3`. */
export function summaryOf({ type, config }: WorkflowStep, runbooks?: RunbookNames): string {
  const detail = detailOf(type, config, runbooks);
  return detail ? `${stepTypeWords[type]} · ${detail}` : stepTypeWords[type];
}

function detailOf(
  type: WorkflowStep["type"],
  config: WorkflowStep["config"],
  runbooks: RunbookNames | undefined,
): string {
  switch (type) {
    case "runbook":
      return runbooks?.get(textIn(config, "runbook_id")) ?? "";
    case "approval":
      return approverTypeWords[approverTypeIn(config)].toLowerCase();
    case "condition":
      return textIn(config, "expression");
    case "notification":
      return textIn(config, "subject") || textIn(config, "message");
    case "delay": {
      const seconds = numberIn(config, "seconds");
      return seconds === null ? "" : spanWords(seconds);
    }
  }
}
