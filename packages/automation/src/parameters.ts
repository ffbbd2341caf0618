import type { LintProblem, Parameter } from "@opsplane/contract";
import { openPattern, patternProblem } from "@opsplane/patterns";
import { shortestSecret } from "./masking.ts";

export type ParameterValue = string | number | boolean | null;

export type ParametersResult =
  | {
      ok: true;
      values: Record<string, ParameterValue>;
      /** Secrets that were given now. */
      secrets: Record<string, string>;
      /** The ids of stored secrets by the names of their parameters. */
      stored: Record<string, string>;
    }
  | { ok: false; problems: { path: string; message: string }[] };

const maxText = 10_000;

/** What is wrong with the parameters themselves. `path` is where they stand, such as "parameters". */
export function parameterProblems(parameters: readonly Parameter[], path: string): LintProblem[] {
  const names = new Set<string>();
  return parameters.flatMap((parameter, index) => {
    const repeated = names.has(parameter.name);
    names.add(parameter.name);
    return [
      ...(repeated
        ? [at(`${path}.${index}.name`, `The name '${parameter.name}' is used twice; names must be unique.`)]
        : []),
      ...definitionProblems(parameter, `${path}.${index}`),
    ];
  });
}

function definitionProblems(parameter: Parameter, path: string): LintProblem[] {
  const { name, type, choices, pattern, min, max } = parameter;
  const problems: LintProblem[] = [];
  if (type === "choice" && (choices ?? []).length === 0)
    problems.push(at(`${path}.choices`, `The parameter '${name}' is a choice and needs at least one of 'choices'.`));
  const unusable = pattern === undefined || pattern === "" ? undefined : patternProblem(pattern);
  if (unusable !== undefined) problems.push(at(`${path}.pattern`, unusable));
  if (pattern && type !== "string")
    problems.push(
      at(`${path}.pattern`, `Only parameters of the type 'string' have a pattern; '${name}' is a ${type}.`),
    );
  if (min !== undefined && max !== undefined && min > max)
    problems.push(at(`${path}.min`, `The smallest value ${min} is larger than the largest value ${max}.`));
  if (type === "secret" && hasDefault(parameter))
    problems.push(
      at(`${path}.default`, `The secret '${name}' cannot have a default; store the secret and set 'secret_id'.`),
    );
  else if (hasDefault(parameter) && problems.length === 0) problems.push(...defaultProblems(parameter, path));
  return problems;
}

function hasDefault(parameter: Parameter): boolean {
  return parameter.default !== undefined && parameter.default !== null;
}

function defaultProblems(parameter: Parameter, path: string): LintProblem[] {
  const read = readValue(parameter, parameter.default);
  const isText = typeof parameter.default === "string" && parameter.type !== "string" && parameter.type !== "choice";
  if ("value" in read && !isText) return [];
  const message = "problem" in read ? read.problem : `must be a ${parameter.type}, not text`;
  return [at(`${path}.default`, `The default of '${parameter.name}' ${message}.`)];
}

function at(path: string, message: string): LintProblem {
  return { level: "error", path, message };
}

/** Checks the given values and completes them with the defaults. `field` is where the values are in the request. */
export function readParameters(
  parameters: readonly Parameter[],
  given: Readonly<Record<string, unknown>>,
  field: ParameterField = "parameters",
): ParametersResult {
  const values: [string, ParameterValue][] = [];
  const secrets: [string, string][] = [];
  const stored: [string, string][] = [];
  const problems = unknownNames(parameters, given, field);
  for (const parameter of parameters) {
    const { name, type } = parameter;
    const read = readGiven(parameter, Object.hasOwn(given, name) ? given[name] : undefined, field);
    if ("problem" in read) problems.push({ path: `${field}.${name}`, message: read.problem });
    else if ("stored" in read) stored.push([name, read.stored]);
    else if (type === "secret") secrets.push([name, String(read.value ?? "")]);
    else values.push([name, read.value]);
  }
  if (problems.length > 0) return { ok: false, problems };
  // fromEntries defines own properties, so that no name can reach a prototype.
  return {
    ok: true,
    values: Object.fromEntries(values),
    secrets: Object.fromEntries(secrets),
    stored: Object.fromEntries(stored),
  };
}

/** Runbooks have parameters, workflows have inputs. */
type ParameterField = "parameters" | "input";
const nouns = { parameters: "parameter", input: "input" } as const;

type GivenResult = { value: ParameterValue } | { stored: string } | { problem: string };

function readGiven(parameter: Parameter, value: unknown, field: ParameterField): GivenResult {
  const { name, type, required, secret_id } = parameter;
  const absent = value === undefined || value === null || (value === "" && type !== "string");
  if (absent && type === "secret" && secret_id) return { stored: secret_id };
  const chosen = absent ? (parameter.default ?? null) : value;
  const noun = type === "secret" ? "secret" : nouns[field];
  if (required && (chosen === null || chosen === "")) return { problem: `The ${noun} '${name}' is required.` };
  if (chosen === null) return { value: null };
  const read = readValue(parameter, chosen);
  return "problem" in read ? { problem: `The ${noun} '${name}' ${read.problem}.` } : read;
}

function unknownNames(
  parameters: readonly Parameter[],
  given: Readonly<Record<string, unknown>>,
  field: ParameterField,
) {
  const names = parameters.map(({ name }) => name);
  const known = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      path: `${field}.${name.slice(0, 60)}`,
      message: `There is no ${nouns[field]} '${name.slice(0, 60)}'; ${known}.`,
    }));
}

type ReadValue = { value: string | number | boolean } | { problem: string };

function readValue(parameter: Parameter, value: unknown): ReadValue {
  switch (parameter.type) {
    case "boolean":
      return readBoolean(value);
    case "number":
    case "integer":
      return readNumber(parameter, value);
    default:
      return readText(parameter, value);
  }
}

function readBoolean(value: unknown): ReadValue {
  if (typeof value === "boolean") return { value };
  if (value === "true" || value === "false") return { value: value === "true" };
  return { problem: `must be true or false, not ${quoted(value)}` };
}

const decimal = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

function readNumber({ type, min, max }: Parameter, given: unknown): ReadValue {
  const value = typeof given === "string" && decimal.test(given.trim()) ? Number(given) : given;
  const kind = type === "integer" ? "a whole number" : "a number";
  if (typeof value !== "number" || !Number.isFinite(value)) return { problem: `must be ${kind}, not ${quoted(given)}` };
  if (type === "integer" && !Number.isSafeInteger(value))
    return { problem: `must be a whole number, not ${quoted(given)}` };
  if (min !== undefined && value < min) return { problem: `is ${value}; it must be at least ${min}` };
  if (max !== undefined && value > max) return { problem: `is ${value}; it must be at most ${max}` };
  return { value };
}

function readText({ type, pattern, choices }: Parameter, given: unknown): ReadValue {
  const value = typeof given === "number" && type !== "secret" ? String(given) : given;
  if (typeof value !== "string") return { problem: `must be text${type === "secret" ? "" : `, not ${quoted(given)}`}` };
  if (value.length > maxText) return { problem: `has ${value.length} characters; at most ${maxText} are allowed` };
  if (type === "secret" && value !== "" && value.length < shortestSecret)
    return { problem: `needs at least ${shortestSecret} characters; a shorter one could not be masked in outputs` };
  if (value.includes("\0")) return { problem: "contains a NUL character, which is not allowed" };
  if (type === "choice" && !choices?.includes(value))
    return { problem: `is ${quoted(value)}; it must be one of ${(choices ?? []).join(", ")}` };
  return type === "string" && pattern ? readMatching(pattern, value) : { value };
}

function readMatching(pattern: string, value: string): ReadValue {
  const opened = openPattern(pattern);
  if (opened && value.length > opened.longest)
    return { problem: `has ${value.length} characters; with its pattern at most ${opened.longest} are allowed` };
  if (!opened?.matchesWhole(value)) return { problem: `is ${quoted(value)}, which does not match ${pattern}` };
  return { value };
}

function quoted(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return `'${text.length > 60 ? `${text.slice(0, 60)}…` : text}'`;
}
