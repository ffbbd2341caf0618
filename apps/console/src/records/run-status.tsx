import type { RunStatus, RunStepStatus } from "@opsplane/contract";
import { type MarkLook, StatusMark } from "../ui/status-mark.tsx";

/** The looks of executions of runbooks and runs of workflows. */
export const runLooks: Record<RunStatus, MarkLook & { word: string }> = {
  running: { word: "Running", tone: "blue", shape: "ring" },
  waiting: { word: "Waiting", tone: "amber", shape: "full" },
  succeeded: { word: "Succeeded", tone: "green", shape: "square" },
  failed: { word: "Failed", tone: "red", shape: "square" },
  cancelled: { word: "Cancelled", tone: "grey", shape: "square" },
};

export function RunStatusText({ status }: { status: RunStatus }) {
  return <StatusMark look={runLooks[status]}>{runLooks[status].word}</StatusMark>;
}

export const runStepLooks: Record<RunStepStatus, MarkLook & { word: string }> = {
  ...runLooks,
  pending: { word: "Not started", tone: "grey", shape: "ring" },
  queued: { word: "Queued", tone: "blue", shape: "full" },
  skipped: { word: "Skipped", tone: "grey", shape: "square" },
};
