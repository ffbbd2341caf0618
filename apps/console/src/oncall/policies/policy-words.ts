import { type EscalationTargetType, type Severity, severities } from "@opsplane/contract";
import { spanWords } from "../../ui/duration-field.tsx";
import type { NamedTarget, StepDraft } from "./policy-draft.ts";

export const targetTypeWords: Record<EscalationTargetType, string> = {
  schedule: "Schedules",
  user: "People",
  team: "Teams",
  channel: "Shared channels",
};

/** `Ada`, `schedule Primary`, `team Leads`. */
export function targetText({ type, name }: NamedTarget): string {
  const known = name || "deleted";
  return type === "user" ? known : `${type} ${known}`;
}

function targetsText(targets: readonly NamedTarget[]): string {
  return targets.map(targetText).join(", ") || "no one";
}

type Step = Pick<StepDraft, "delay_seconds" | "targets"> & { severities: readonly Severity[] | null };

/** `schedule Primary → after 5 minutes: team Leads (P1, P2)`. */
export function stepsText(steps: readonly Step[]): string {
  return steps
    .map(({ delay_seconds, targets, severities: only }) => {
      const wait = delay_seconds > 0 ? `after ${spanWords(delay_seconds)}: ` : "";
      const limit = only && only.length > 0 ? ` (${inOrder(only).join(", ")})` : "";
      return `${wait}${targetsText(targets)}${limit}`;
    })
    .join(" → ");
}

function inOrder(chosen: readonly Severity[]): Severity[] {
  return severities.filter((each) => chosen.includes(each));
}

export interface Moment {
  /** Seconds after the incident. */
  at: number;
  text: string;
}

/** A repetition never follows at once, because people need time to acknowledge. */
const minRepeatSeconds = 60;

/** What happens for an incident of a severity that no one acknowledges. Steps for other severities are left out with their delay. */
export function courseOf(steps: readonly Step[], repeat: number, severity: Severity): Moment[] {
  const fitting = steps.filter(({ severities: only }) => !only || only.length === 0 || only.includes(severity));
  if (fitting.length === 0) return [{ at: 0, text: "No one is paged." }];
  const moments: Moment[] = [];
  let at = 0;
  for (const { delay_seconds, targets } of fitting) {
    at += delay_seconds;
    moments.push({ at, text: `Pages ${targetsText(targets)}.` });
  }
  at += Math.max(minRepeatSeconds, ...fitting.map(({ delay_seconds }) => delay_seconds));
  const times = repeat === 1 ? "once" : `${repeat} times`;
  moments.push({ at, text: repeat > 0 ? `Starts again, ${times}.` : "Ends. No one else is paged." });
  return moments;
}

/** `At once`, `After 5 minutes`. */
export function momentText(at: number): string {
  return at === 0 ? "At once" : `After ${spanWords(at)}`;
}
