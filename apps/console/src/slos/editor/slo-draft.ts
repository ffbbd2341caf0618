import type { Slo, SloCounter, SloIndicator, SloIndicatorType } from "@opsplane/contract";
import { type LabelFilter, matchOf, readMatcher } from "../../metrics/index.ts";
import type { NewSlo, SloDefinition } from "../queries.ts";

/** A number in a field; empty while nothing is entered. */
type Entered = number | "";

interface CounterDraft {
  metric_name: string;
  filters: readonly LabelFilter[];
}

/** An objective as the form holds it: the fields of every type, so that a change of the type loses nothing. */
export interface SloDraft {
  name: string;
  description: string;
  type: SloIndicatorType;
  service: string;
  operation: string;
  threshold_ms: Entered;
  good: CounterDraft;
  total: CounterDraft;
  objective: Entered;
  window_days: Entered;
  ci_id: string | null;
  group_id: string | null;
}

const noCounter: CounterDraft = { metric_name: "", filters: [] };

export const newDraft: SloDraft = {
  name: "",
  description: "",
  type: "availability",
  service: "",
  operation: "",
  threshold_ms: 300,
  good: noCounter,
  total: noCounter,
  objective: 99.9,
  window_days: 30,
  ci_id: null,
  group_id: null,
};

export function draftOf(slo: Slo): SloDraft {
  const { name, description, indicator, objective, window_days, ci_id, group_id } = slo;
  const { type, service = "", operation = "", threshold_ms = newDraft.threshold_ms, good, total } = indicator;
  return {
    ...{ name, description, objective, window_days, ci_id, group_id, type, service, operation, threshold_ms },
    good: counterDraft(good),
    total: counterDraft(total),
  };
}

function counterDraft(counter: SloCounter | undefined): CounterDraft {
  return counter ? { metric_name: counter.metric_name, filters: (counter.match ?? []).map(readMatcher) } : noCounter;
}

function counterOf({ metric_name, filters }: CounterDraft): SloCounter {
  return { metric_name: metric_name.trim(), ...matchOf(filters) };
}

export function indicatorOf(draft: SloDraft): SloIndicator {
  const { type, threshold_ms } = draft;
  const [service, operation] = [draft.service.trim(), draft.operation.trim()];
  const named = service === "" ? {} : { service };
  if (type === "ratio") return { type, ...named, good: counterOf(draft.good), total: counterOf(draft.total) };
  return {
    type,
    ...named,
    ...(operation === "" ? {} : { operation }),
    ...(type === "latency" && threshold_ms !== "" ? { threshold_ms } : {}),
  };
}

export type SloProblems = Partial<Record<keyof SloDraft, string>>;

/** What is missing or wrong in what is measured, by field. Without problems it can be previewed. */
export function definitionProblems(draft: SloDraft): SloProblems {
  const { type, objective, window_days, threshold_ms } = draft;
  const isRatio = type === "ratio";
  return found({
    service: !isRatio && draft.service.trim() === "" && "Enter a service.",
    threshold_ms: type === "latency" && !(Number(threshold_ms) > 0) && "Enter a time in milliseconds.",
    good: isRatio && draft.good.metric_name.trim() === "" && "Enter the metric of good events.",
    total: isRatio && draft.total.metric_name.trim() === "" && "Enter the metric of all events.",
    objective: !(Number(objective) > 50 && Number(objective) < 100) && "Enter a percentage between 50 and 100.",
    window_days: !(Number(window_days) >= 1 && Number(window_days) <= 90) && "Enter 1 to 90 days.",
  });
}

/** What keeps the objective from being saved. */
export function problemsOf(draft: SloDraft): SloProblems {
  return { ...found({ name: draft.name.trim() === "" && "Enter a name." }), ...definitionProblems(draft) };
}

function found(problems: Partial<Record<keyof SloDraft, string | false>>): SloProblems {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== false));
}

export function definitionOf(draft: SloDraft): SloDefinition {
  const { objective, window_days } = draft;
  return { indicator: indicatorOf(draft), objective: Number(objective), window_days: Number(window_days) };
}

export function fieldsOf(draft: SloDraft): NewSlo {
  const { description, ci_id, group_id } = draft;
  return { name: draft.name.trim(), description, ci_id, group_id, ...definitionOf(draft) };
}
