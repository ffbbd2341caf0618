import {
  type Aggregation,
  alertStatuses,
  changeStatuses,
  incidentStatuses,
  type Kpi,
  type KpiInput,
  type KpiRecord,
  type KpiTime,
  type OverTime,
  requestStatuses,
  runStatuses,
} from "@opsplane/contract";
import { type LabelFilter, matchOf, readMatcher } from "../../metrics/index.ts";
import type { KpiFields } from "./queries.ts";

/** An input in the form. It keeps the fields of every kind, so that switching the kind loses nothing. */
export interface InputDraft {
  /** The React key of an input, whose name is edited. */
  key: number;
  name: string;
  kind: KpiInput["kind"];
  records: KpiRecord;
  statuses: string[];
  severities: string[];
  types: string[];
  time: KpiTime;
  metric_name: string;
  filters: LabelFilter[];
  agg: Aggregation;
  over: OverTime | null;
  q: string;
}

export interface KpiDraft {
  name: string;
  description: string;
  unit: Kpi["unit"];
  /** As a number field has it: empty means no target. */
  target: number | "";
  better: NonNullable<Kpi["better"]>;
  inputs: InputDraft[];
  formula: string;
}

export function draftOf(kpi: Kpi | undefined): KpiDraft {
  if (!kpi)
    return {
      ...{ name: "", description: "", unit: "count", target: "", better: "higher" },
      ...{ inputs: [newInput([])], formula: "total" },
    };
  const { name, description, unit, target, better, inputs, formula } = kpi;
  return {
    ...{ name, description, unit, formula, target: target ?? "", better: better ?? "higher" },
    inputs: inputs.map(inputDraft),
  };
}

export function newInput(inputs: readonly InputDraft[]): InputDraft {
  const taken = new Set(inputs.map(({ name }) => name));
  let name = "total";
  for (let number = inputs.length + 1; taken.has(name); number += 1) name = `input_${number}`;
  return inputDraft({ name, kind: "count" }, Math.max(-1, ...inputs.map(({ key }) => key)) + 1);
}

function inputDraft(input: KpiInput, key: number): InputDraft {
  return {
    key,
    name: input.name,
    kind: input.kind,
    records: input.records ?? "incidents",
    statuses: input.statuses ?? [],
    severities: input.severities ?? [],
    types: input.types ?? [],
    time: input.time ?? "resolve_incident",
    metric_name: input.metric_name ?? "",
    filters: (input.match ?? []).map(readMatcher),
    agg: input.agg ?? "avg",
    over: input.over ?? null,
    q: input.q ?? "",
  };
}

/** The filters that each kind of record has. */
export const recordFilters: Record<KpiRecord, { statuses: readonly string[]; severities: boolean; types: boolean }> = {
  incidents: { statuses: incidentStatuses, severities: true, types: false },
  changes: { statuses: changeStatuses, severities: false, types: true },
  requests: { statuses: requestStatuses, severities: false, types: false },
  alerts: { statuses: alertStatuses, severities: true, types: false },
  runbook_executions: { statuses: runStatuses, severities: false, types: false },
  workflow_runs: { statuses: runStatuses, severities: false, types: false },
};

const some = <Name extends string>(name: Name, words: readonly string[], known = true) =>
  known && words.length > 0 ? { [name]: [...words] } : {};

/** Only the fields of its kind, because the server refuses the others. */
const fieldsByKind: Record<KpiInput["kind"], (draft: InputDraft) => Partial<KpiInput>> = {
  count: ({ records, statuses, severities, types }) => ({
    records,
    ...some("statuses", statuses),
    ...some("severities", severities, recordFilters[records].severities),
    ...some("types", types, recordFilters[records].types),
  }),
  mean_time: ({ time }) => ({ time }),
  metric: ({ metric_name, filters, agg, over }) => ({
    ...{ metric_name: metric_name.trim(), agg, ...matchOf(filters) },
    ...(over ? { over } : {}),
  }),
  logs: ({ q }) => (q.trim() === "" ? {} : { q: q.trim() }),
};

function inputOf(draft: InputDraft): KpiInput {
  const { name, kind } = draft;
  return { name: name.trim(), kind, ...fieldsByKind[kind](draft) };
}

export function fieldsOf({ name, description, unit, target, better, inputs, formula }: KpiDraft): KpiFields {
  return {
    ...{ name: name.trim(), description: description.trim(), unit, formula: formula.trim() },
    ...{ inputs: inputs.map(inputOf), target: target === "" ? null : target },
    better: target === "" ? null : better,
  };
}

export type KpiProblems = Readonly<Record<string, string>>;

/** What is missing, by the path that the server would name. */
export function problemsOf(draft: KpiDraft): KpiProblems {
  const problems: Record<string, string> = {};
  if (draft.name.trim() === "") problems.name = "Enter a name.";
  if (draft.formula.trim() === "") problems.formula = "Enter a formula.";
  for (const [index, input] of draft.inputs.entries()) {
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(input.name))
      problems[`inputs.${index}.name`] = "Use lowercase letters, digits and _, and begin with a letter.";
    if (draft.inputs.findIndex(({ name }) => name === input.name) < index)
      problems[`inputs.${index}.name`] = "Another input has this name.";
    if (input.kind === "metric" && input.metric_name.trim() === "")
      problems[`inputs.${index}.metric_name`] = "Choose a metric.";
  }
  return problems;
}
