import { ExpressionFailure, evaluate, expressionProblem } from "@opsplane/automation";
import type { KpiInput, KpiRecord } from "@opsplane/contract";
import { invalid } from "@opsplane/runtime";

type Wanted = Readonly<Record<KpiInput["kind"], readonly (keyof KpiInput)[]>>;

/** The field that each kind of input cannot be without. */
const needed: Wanted = { count: ["records"], mean_time: ["time"], metric: ["metric_name"], logs: [] };
/** The fields that each kind understands. */
const understood: Wanted = {
  count: ["records", "statuses", "severities", "types"],
  mean_time: ["time"],
  metric: ["metric_name", "match", "agg", "over"],
  logs: ["q"],
};
/** Filters that only some records have. */
const filters: Readonly<Record<"severities" | "types", readonly KpiRecord[]>> = {
  severities: ["incidents", "alerts"],
  types: ["changes"],
};

/** Refuses inputs that cannot be computed, and formulas that do not fit them. */
export function assertKpi(inputs: readonly KpiInput[], formula: string): void {
  for (const [index, input] of inputs.entries()) assertInput(input, `inputs.${index}`);
  const names = inputs.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) invalid("inputs", `Two inputs are named '${twice}'.`);
  const problem = expressionProblem(formula, names);
  if (problem !== undefined) invalid("formula", problem);
}

function assertInput(input: KpiInput, path: string): void {
  const { kind, records } = input;
  for (const field of needed[kind])
    if (input[field] === undefined) invalid(`${path}.${field}`, `An input of the kind '${kind}' needs it.`);
  for (const field of Object.values(understood).flat())
    if (input[field] !== undefined && !understood[kind].includes(field))
      invalid(`${path}.${field}`, `An input of the kind '${kind}' has none.`);
  for (const field of ["severities", "types"] as const)
    if (input[field] !== undefined && records !== undefined && !filters[field].includes(records))
      invalid(`${path}.${field}`, `Records of the kind '${records}' have none.`);
}

export type Values = Readonly<Record<string, number | null>>;

export type Computed = { value: number; problem: null } | { value: null; problem: string };

/** The value of the formula. A missing input or a division by zero gives no value, and the reason. */
export function computed(formula: string, values: Values): Computed {
  const missing = Object.keys(values).find((name) => values[name] === null);
  if (missing !== undefined) return { value: null, problem: `There is no data for '${missing}'.` };
  try {
    const value = evaluate(formula, { ...values });
    if (typeof value === "number" && Number.isFinite(value)) return { value, problem: null };
    return { value: null, problem: "The formula gives no number for this period. It may divide by zero." };
  } catch (error) {
    if (error instanceof ExpressionFailure) return { value: null, problem: error.message };
    throw error;
  }
}
