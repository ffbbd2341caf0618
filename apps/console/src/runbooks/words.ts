import type { ParameterType, RunbookStats, RunbookStatus, WaitReason } from "@opsplane/contract";
import type { MarkLook } from "../ui/status-mark.tsx";

export const runbookLooks: Record<RunbookStatus, MarkLook & { word: string }> = {
  draft: { word: "Draft", tone: "grey", shape: "ring" },
  published: { word: "Published", tone: "green", shape: "square" },
  archived: { word: "Archived", tone: "grey", shape: "square" },
};

export const parameterTypeWords: Record<ParameterType, string> = {
  string: "Text",
  number: "Number",
  integer: "Whole number",
  boolean: "Yes/No",
  choice: "Choice",
  secret: "Secret",
};

export const waitWords: Record<WaitReason, string> = {
  approval: "Waits for approval",
  person: "Waits for a person",
  time: "Waits until the time is over",
  agent: "Waits for an agent",
  execution: "Waits for another execution",
};

/** The share of executions that succeeded, of those that ended by themselves; undefined when there are none. */
export function successShare({ succeeded, failed }: Pick<RunbookStats, "succeeded" | "failed">): number | undefined {
  const ended = succeeded + failed;
  return ended === 0 ? undefined : succeeded / ended;
}

/** `97 %`; 100 % and 0 % only when they are exact. */
export function percentText(share: number): string {
  if (share === 1 || share === 0) return `${share * 100} %`;
  return `${Math.min(99, Math.max(1, Math.round(share * 100)))} %`;
}
