import type { RunStepStatus, TriggerType, WaitReason, WorkflowStepType, WorkflowTrigger } from "@opsplane/contract";
import {
  type Icon,
  IconBell,
  IconBook2,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconGitBranch,
  IconLoader,
  IconPlayerSkipForward,
  IconPlayerStop,
  IconUserCheck,
  IconUserQuestion,
  IconX,
} from "@tabler/icons-react";
import { scheduleText } from "../changes/index.ts";

export const stepTypeWords: Record<WorkflowStepType, string> = {
  runbook: "Runbook",
  approval: "Approval",
  condition: "Condition",
  notification: "Notification",
  delay: "Delay",
};

export const stepTypeHints: Record<WorkflowStepType, string> = {
  runbook: "Executes a runbook and waits for its end",
  approval: "Waits until someone approves or rejects",
  condition: "Goes one way or the other",
  notification: "Sends a message",
  delay: "Waits for some time",
};

export const stepTypeIcons: Record<WorkflowStepType, Icon> = {
  runbook: IconBook2,
  approval: IconUserCheck,
  condition: IconGitBranch,
  notification: IconBell,
  delay: IconClock,
};

export const triggerWords: Record<TriggerType, string> = {
  manual: "Manual",
  schedule: "Schedule",
  incident_created: "Incident created",
  incident_moved: "Incident status changed",
  alert_fired: "Alert fired",
  request_approved: "Request approved",
  webhook: "Webhook",
};

/** `Every day at 22:00`, `Incident created if input.severity == "P1"`. */
export function triggerText({ type, cron, condition }: WorkflowTrigger): string {
  const what = type === "schedule" && cron ? scheduleText(cron) : triggerWords[type];
  return condition?.trim() ? `${what} if ${condition.trim()}` : what;
}

export const stepStatusIcons: Record<RunStepStatus, Icon> = {
  pending: IconCircleDashed,
  queued: IconLoader,
  running: IconLoader,
  waiting: IconUserQuestion,
  succeeded: IconCheck,
  failed: IconX,
  skipped: IconPlayerSkipForward,
  cancelled: IconPlayerStop,
};

export const waitWords: Record<WaitReason, string> = {
  approval: "Waiting for approval",
  person: "Waiting for a person",
  time: "Waiting until it is due",
  agent: "Waiting for an agent",
  execution: "Waiting for the runbook",
};
