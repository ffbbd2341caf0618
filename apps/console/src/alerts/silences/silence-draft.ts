import type { LabelMatcher, Silence } from "@opsplane/contract";
import { type RecurringTime, readCron, writeCron } from "../../changes/index.ts";
import type { SilencedPart, SilenceFields } from "./queries.ts";

export type MatcherDraft = Required<LabelMatcher>;

export const lengths = ["30m", "2h", "8h", "1d", "custom"] as const;
export type Length = (typeof lengths)[number];
export const lengthWords: Record<Length, string> = {
  "30m": "30 minutes",
  "2h": "2 hours",
  "8h": "8 hours",
  "1d": "1 day",
  custom: "Custom",
};
const minute = 60_000;
const lengthMs: Record<Exclude<Length, "custom">, number> = {
  "30m": 30 * minute,
  "2h": 120 * minute,
  "8h": 480 * minute,
  "1d": 1440 * minute,
};

export interface SilenceDraft {
  kind: Silence["kind"];
  matchers: readonly MatcherDraft[];
  ci_ids: string[];
  with_dependents: boolean;
  comment: string;
  /** Empty: now. */
  starts_at: string;
  length: Length;
  /** The end for the length `custom`; of a repeating window the end of all windows, or empty. */
  ends_at: string;
  repeats: boolean;
  when: RecurringTime;
  timezone: string;
  duration_minutes: number | "";
}

export function newSilenceDraft(matchers: readonly MatcherDraft[], timezone: string): SilenceDraft {
  return {
    kind: "silence",
    matchers: matchers.length > 0 ? matchers : [{ name: "", operator: "=", value: "" }],
    ci_ids: [],
    with_dependents: true,
    comment: "",
    starts_at: "",
    length: "2h",
    ends_at: "",
    repeats: false,
    when: { repeats: "weekly", time: "22:00", weekdays: ["SUN"] },
    timezone,
    duration_minutes: 60,
  };
}

export function silenceDraftOf(silence: Silence, timezone: string): SilenceDraft {
  const { kind, matchers, ci_ids, with_dependents, comment, starts_at, ends_at, recurrence } = silence;
  const empty = newSilenceDraft([], timezone);
  return {
    ...empty,
    ...{ kind, ci_ids, with_dependents, comment, starts_at },
    matchers: matchers.map(({ name, operator = "=", value }) => ({ name, operator, value })),
    length: "custom",
    ends_at: ends_at ?? "",
    repeats: recurrence !== null,
    ...(recurrence
      ? {
          when: readCron(recurrence.cron),
          timezone: recurrence.timezone,
          duration_minutes: recurrence.duration_minutes,
        }
      : {}),
  };
}

const isWritten = ({ name }: MatcherDraft) => name.trim() !== "";

/** What it mutes. */
export function silencedPart({ matchers, ci_ids, with_dependents }: SilenceDraft): SilencedPart {
  const written = matchers.filter(isWritten).map((matcher) => ({ ...matcher, name: matcher.name.trim() }));
  return { matchers: written, ci_ids, with_dependents };
}

/** When it ends; null for a repeating window without an end. */
export function endOf({ starts_at, length, ends_at, repeats }: SilenceDraft, now: number): string | null {
  if (repeats || length === "custom") return ends_at || null;
  const start = starts_at ? Math.max(Date.parse(starts_at), now) : now;
  return new Date(start + lengthMs[length]).toISOString();
}

export function silenceFields(draft: SilenceDraft, now: number): SilenceFields {
  const { kind, comment, starts_at, repeats, when, timezone, duration_minutes } = draft;
  return {
    kind,
    ...silencedPart(draft),
    comment: comment.trim(),
    ...(starts_at ? { starts_at } : {}),
    ends_at: endOf(draft, now),
    recurrence:
      kind === "maintenance" && repeats
        ? { cron: writeCron(when), timezone, duration_minutes: duration_minutes || 60 }
        : null,
  };
}

export type SilenceProblems = Partial<Record<"matchers" | "ends_at" | "when" | "duration_minutes", string>>;

export function silenceProblems(draft: SilenceDraft, now: number): SilenceProblems {
  const { matchers, ci_ids, starts_at, repeats, when, duration_minutes } = draft;
  const end = endOf(draft, now);
  const start = starts_at ? Date.parse(starts_at) : now;
  const bad = matchers.filter(isWritten).find(({ operator, value }) => operator.endsWith("~") && !isPattern(value));
  const problems: Record<keyof SilenceProblems, string | false> = {
    matchers: bad
      ? `'${bad.value}' is not a regular expression.`
      : matchers.filter(isWritten).length === 0 && ci_ids.length === 0 && "Enter a matcher or choose a CI.",
    ends_at: endProblem(end, start, now, repeats),
    when: repeats && when.repeats === "weekly" && when.weekdays.length === 0 && "Choose at least one weekday.",
    duration_minutes:
      repeats &&
      (duration_minutes === "" || duration_minutes < 5 || duration_minutes > 10_080) &&
      "Enter 5 minutes to 7 days.",
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== false));
}

function endProblem(end: string | null, start: number, now: number, repeats: boolean): string | false {
  if (end === null) return !repeats && "Enter an end.";
  if (Date.parse(end) <= now) return "Enter an end in the future.";
  return Date.parse(end) <= start && "The end must be after the start.";
}

function isPattern(text: string): boolean {
  try {
    new RegExp(`^(?:${text})$`, "su");
    return true;
  } catch {
    return false;
  }
}

/** `host = web-1, severity =~ P1|P2`. */
export function matchersText(matchers: readonly LabelMatcher[]): string {
  return matchers.map(({ name, operator = "=", value }) => `${name} ${operator} ${value || '""'}`).join(", ");
}
