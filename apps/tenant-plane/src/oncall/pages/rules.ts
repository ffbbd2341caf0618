import type { IncidentStatus, OnCallPage, PageStatus, Severity, Unanswered } from "@opsplane/contract";
import type { StoredStep } from "../escalation/store.ts";

export interface Escalation {
  steps: readonly StoredStep[];
  repeat: number;
  /** The step that was used last, from 1; 0 before the first. */
  step: number;
  cycle: number;
}

/** What follows the step that was used last. Undefined as `step`: the page is exhausted. */
export interface NextStep {
  step: StoredStep | undefined;
  cycle: number;
  waitSeconds: number;
}

/** A repetition never follows at once, because people need time to acknowledge. */
const minRepeatSeconds = 60;

/** The next step that is for this severity. Delays of steps that are left out do not count. */
export function nextStep({ steps, repeat, step, cycle }: Escalation, severity: Severity): NextStep {
  const fitting = steps.filter(({ severities }) => severities === null || severities.includes(severity));
  const later = fitting.find(({ order }) => order > step);
  if (later) return { step: later, cycle, waitSeconds: later.delay_seconds };
  const waitSeconds = repeatSeconds(fitting);
  const [first] = fitting;
  return first && cycle < repeat
    ? { step: first, cycle: cycle + 1, waitSeconds }
    : { step: undefined, cycle, waitSeconds: first ? waitSeconds : 0 };
}

/** The wait before a repetition, and before a page counts as exhausted. */
function repeatSeconds(steps: readonly StoredStep[]): number {
  return Math.max(minRepeatSeconds, ...steps.map(({ delay_seconds }) => delay_seconds));
}

/** How a page ends when its incident moves to a status; undefined: it goes on. */
export const endOfPage: Record<IncidentStatus, Exclude<PageStatus, "active"> | undefined> = {
  triggered: undefined,
  open: undefined,
  acknowledged: "acknowledged",
  investigating: "acknowledged",
  resolved: "resolved",
  closed: "resolved",
  reopened: undefined,
};

/** What a page of an incident leaves unanswered; null once someone acknowledged. */
export function unansweredOf(
  { status, reach }: Pick<OnCallPage, "status" | "reach">,
  incident: IncidentStatus,
): Unanswered | null {
  if (endOfPage[incident] !== undefined) return null;
  if (reach === "unreached") return "unreached";
  return status === "exhausted" ? "unacknowledged" : null;
}

/** Who was paged, why and by what. */
export interface PagedSummary {
  whom: string;
  via: string;
  by: readonly string[];
}

export interface StepOutcome {
  policy: string;
  step: number;
  cycle: number;
  paged: readonly PagedSummary[];
  problems: readonly string[];
}

const maxNames = 20;

/** The sentence on the incident's timeline. */
export function outcomeText({ policy, step, cycle, paged, problems }: StepOutcome): string {
  const repetition = cycle === 0 ? "" : `, repetition ${cycle}`;
  const head = `Step ${step} of ${policy}${repetition}`;
  const text = paged.length > 0 ? `${head}: paged ${pagedText(paged)}.` : `${head} reached no one.`;
  return [text, ...problems].join(" ").slice(0, 5000);
}

/** `Ada (schedule Primary) by Push, email; Chat by slack`. */
export function pagedText(paged: readonly PagedSummary[]): string {
  const named = paged
    .slice(0, maxNames)
    .map(({ whom, via, by }) => `${whom}${via === "" ? "" : ` (${via})`} by ${by.join(", ")}`);
  return `${named.join("; ")}${paged.length > maxNames ? ` and ${paged.length - maxNames} more` : ""}`;
}
