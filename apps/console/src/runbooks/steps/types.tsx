import type { RunbookStepInput, RunbookStepType, SignalCheck } from "@opsplane/contract";
import {
  type Icon,
  IconBell,
  IconChartDots,
  IconClockPause,
  IconHandStop,
  IconShieldCheck,
  IconTerminal2,
  IconUserCheck,
  IconWorldShare,
} from "@tabler/icons-react";
import { duration } from "../../time/format.ts";

interface StepLook {
  icon: Icon;
  word: string;
  about: string;
}

export const stepLooks: Record<RunbookStepType, StepLook> = {
  command: { icon: IconTerminal2, word: "Command", about: "Runs a shell command on hosts" },
  http: { icon: IconWorldShare, word: "HTTP request", about: "Calls an API" },
  notification: { icon: IconBell, word: "Notification", about: "Sends a message to people" },
  approval: { icon: IconUserCheck, word: "Approval", about: "Waits until a person approves" },
  manual: { icon: IconHandStop, word: "Manual step", about: "Waits until a person has done something" },
  query: { icon: IconChartDots, word: "Query", about: "Checks metrics or logs" },
  wait: { icon: IconClockPause, word: "Wait", about: "Waits for a time" },
};

/** The look of a step of an execution, which has verifications too. */
export function stepLook(type: string): Pick<StepLook, "icon" | "word"> {
  if (type === "verification") return { icon: IconShieldCheck, word: "Verification" };
  const known = Object.entries(stepLooks).find(([name]) => name === type)?.[1];
  return known ?? { icon: IconTerminal2, word: type };
}

/** What a step does, in one line. */
export function stepSummary(step: Omit<RunbookStepInput, "title">): string {
  switch (step.type) {
    case "command":
      return firstLine(step.command);
    case "http":
      return `${step.method ?? "GET"} ${step.url ?? ""}`;
    case "notification":
      return `To ${(step.recipients ?? []).map(({ value }) => value).join(", ") || "no one"}`;
    case "approval":
      return step.approver_type === "any"
        ? "By anyone"
        : `By a ${step.approver_type === "user" ? "person" : step.approver_type}`;
    case "manual":
      return firstLine(step.instructions);
    case "query":
      return step.query ? signalSummary(step.query) : "";
    case "wait":
      return `For ${duration((step.seconds ?? 0) * 1000)}`;
  }
}

/** `avg of cpu_usage over 5m < 80`. */
export function signalSummary(query: SignalCheck): string {
  const window = duration((query.window_seconds ?? 300) * 1000);
  const what =
    query.source === "metrics"
      ? `${query.agg ?? "avg"} of ${query.metric_name || "a metric"}`
      : `logs of ${query.service || "all services"}${query.q ? ` with ${query.q}` : ""}`;
  return `${what} over ${window} ${query.operator} ${query.threshold}`;
}

function firstLine(text: string | undefined): string {
  const lines = (text ?? "").split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#!"));
  return `${lines[0] ?? ""}${lines.length > 1 ? " …" : ""}`;
}
