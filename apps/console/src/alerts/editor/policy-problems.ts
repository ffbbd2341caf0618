import type { PolicyDraft } from "./policy-draft.ts";
import { hasField } from "./policy-draft.ts";

export type PolicyProblems = Partial<Record<keyof PolicyDraft, string>>;

const second = 1;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const units: Record<string, number> = { s: second, m: minute, h: hour, d: day, w: 7 * day };

/** The seconds of `5m`; undefined for another text. */
export function secondsOf(duration: string): number | undefined {
  const [, count = "", unit = ""] = /^(\d{1,7})([smhdw])$/.exec(duration) ?? [];
  const size = units[unit];
  return size === undefined ? undefined : Number(count) * size;
}

/** The bounds of each duration in seconds, with their words. */
const bounds = {
  window: [second, day, "1 second and 1 day"],
  burn_window: [minute, 3 * day, "1 minute and 3 days"],
  for: [0, day, "0 and 1 day"],
  keep_firing_for: [0, day, "0 and 1 day"],
  interval: [5 * second, 30 * minute, "5 seconds and 30 minutes"],
  delay: [0, hour, "0 and 1 hour"],
} as const;
type DurationName = keyof typeof bounds;

/** What is missing or wrong in what is evaluated, by field. Without problems the policy can be previewed. */
export function conditionProblems(draft: PolicyDraft): PolicyProblems {
  const { type, signal, threshold, severity_levels } = draft;
  return found({
    metric_name: signal === "metrics" && draft.metric_name.trim() === "" && "Enter a metric.",
    threshold: hasField(type, "threshold") && threshold === "" && "Enter a number.",
    severity_levels:
      type !== "absence" && severity_levels.some((level) => level.threshold === "") && "Enter a number for each level.",
    slo_id: signal === "slos" && draft.slo_id === "" && "Choose an SLO.",
    window: durationProblem(signal === "slos" ? "burn_window" : "window", draft.window),
    short_window: signal === "slos" && durationProblem("burn_window", draft.short_window),
    for: durationProblem("for", draft.for),
    keep_firing_for: durationProblem("keep_firing_for", draft.keep_firing_for),
    interval: draft.interval !== "" && durationProblem("interval", draft.interval),
    delay: durationProblem("delay", draft.delay),
  });
}

/** What keeps the policy from being saved. */
export function problemsOf(draft: PolicyDraft): PolicyProblems {
  return {
    ...found({ name: draft.name.trim() === "" && "Enter a name." }),
    ...conditionProblems(draft),
  };
}

function durationProblem(name: DurationName, written: string): string | false {
  const seconds = secondsOf(written);
  const [least, most, words] = bounds[name];
  if (seconds === undefined) return "Use a number and a unit, such as 30s, 5m or 1h.";
  return (seconds < least || seconds > most) && `Enter a time between ${words}.`;
}

function found(problems: Partial<Record<keyof PolicyDraft, string | false>>): PolicyProblems {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== false));
}
