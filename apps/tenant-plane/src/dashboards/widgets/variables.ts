import { allValues, type ChosenValues, type DashboardVariableState, type Variable } from "@opsplane/contract";
import { Failure, fail, invalid } from "@opsplane/runtime";
import { matchersOf } from "./interpolate.ts";
import { rangeOf, type View } from "./view.ts";

const maxOptions = 500;
const maxChosen = 50;

/** Parses the chosen values of a request. */
export function parseChosen(written: string | undefined): ChosenValues {
  if (written === undefined || written === "") return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(written);
  } catch {
    invalid("variables", 'must be JSON such as {"host":["web-1"]}');
  }
  if (!isChosen(parsed)) return invalid("variables", "must have a list of at most 50 texts for each name");
  return parsed;
}

function isChosen(value: unknown): value is Record<string, string[]> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(
    (list) =>
      Array.isArray(list) &&
      list.length <= maxChosen &&
      list.every((item) => typeof item === "string" && item.length <= 500),
  );
}

export interface ResolveOptions {
  /** The options of every variable are wanted, also of those that could do without. */
  withOptions: boolean;
  /** Only values that the dashboard offers are accepted. */
  onlyOffered: boolean;
}

/** The chosen values of all variables, in their order: a variable can use those before it. */
export async function resolveVariables(
  variables: readonly Variable[],
  given: ChosenValues,
  view: Omit<View, "chosen" | "offered">,
  { withOptions, onlyOffered }: ResolveOptions,
): Promise<{ chosen: ChosenValues; states: DashboardVariableState[]; offered: View["offered"] }> {
  let chosen: ChosenValues = {};
  const read = new Map<string, Promise<OptionsResult>>();
  const optionsNow = (variable: Variable) => {
    const known = read.get(variable.name) ?? readOptions(variable, { ...view, chosen });
    read.set(variable.name, known);
    return known;
  };
  const states: DashboardVariableState[] = [];
  for (const variable of variables) {
    const { name } = variable;
    const wanted = wantedValues(variable, given[name]);
    const isNeeded = wanted.length === 0 || (wanted.includes(allValues) && limitsAll(variable));
    const isChecked = onlyOffered && given[name] !== undefined;
    const { options, error } =
      withOptions || isNeeded || isChecked ? await optionsNow(variable) : { options: [], error: null };
    if (isChecked) assertOffered(variable, wanted, options);
    const values = wanted.length > 0 ? wanted : options.slice(0, 1);
    chosen = { ...chosen, [name]: values.includes(allValues) && limitsAll(variable) ? options : values };
    states.push({ name, chosen: values, options, error });
  }
  const offered: View["offered"] = async (name) => {
    const variable = variables.find((each) => each.name === name && each.type === "label_values");
    return variable && (await optionsNow(variable)).options;
  };
  return { chosen, states, offered };
}

/** The given values, or the default ones. Empty: the first option. */
function wantedValues(
  { multi, include_all, default: usual }: Variable,
  given: readonly string[] | undefined,
): string[] {
  const values = given && given.length > 0 ? given : usual;
  if (values.includes(allValues) || values.length === 0) return include_all ? [allValues] : [];
  return multi ? [...values] : values.slice(0, 1);
}

/** All values of a list, or of a label with matchers, are fewer than every value that exists. */
function limitsAll({ type, match = [] }: Variable): boolean {
  return type === "list" || match.length > 0;
}

function assertOffered({ name }: Variable, wanted: readonly string[], options: readonly string[]): void {
  const other = wanted.find((value) => value !== allValues && !options.includes(value));
  if (other !== undefined) invalid(`variables.${name}`, "is not a value that this dashboard offers");
}

interface OptionsResult {
  options: string[];
  error: string | null;
}

type OptionsView = Omit<View, "offered">;

/** The values that can be chosen. A failure is part of the answer, because other variables still work. */
async function readOptions(variable: Variable, view: OptionsView): Promise<OptionsResult> {
  try {
    return { options: await optionsOf[variable.type](variable, view), error: null };
  } catch (error) {
    if (error instanceof Failure && error.status !== 499 && error.code !== "ERROR")
      return { options: [], error: error.message };
    throw error;
  }
}

const optionsOf: Record<Variable["type"], (variable: Variable, view: OptionsView) => Promise<string[]>> = {
  list: async ({ values = [] }) => [...values],
  services: async (_, view) => {
    const services = await view.reads.services.list({ query: rangeOf(view) });
    return services
      .map(({ service }) => service)
      .slice(0, maxOptions)
      .sort();
  },
  label_values: async ({ metric_name, label_name, match }, view) => {
    if (metric_name === undefined || label_name === undefined) return fail("VALIDATION_ERROR", "It has no metric.");
    const matchers = matchersOf(match, view.chosen);
    const found = await view.reads.metrics.values({
      query: {
        ...{ metric_name, label: label_name, ...rangeOf(view), limit: maxOptions },
        ...(matchers.length > 0 ? { match: matchers } : {}),
      },
    });
    return found.map(({ value }) => value).sort();
  },
};
