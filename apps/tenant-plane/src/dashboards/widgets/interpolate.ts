import { allValues, type ChosenValues, own, soleVariable, withVariables } from "@opsplane/contract";
import { writeValue } from "@opsplane/query";
import type { View } from "./view.ts";

const matcherForm = /^([^=!~"\s]+)\s*(=~|!~|!=|=)\s*(.*)$/s;

/**
 * Label matchers with the chosen values in place of variables. A matcher for all values is left out, and several values become a
 * pattern.
 */
export function matchersOf(written: readonly string[] | undefined, chosen: ChosenValues): string[] {
  return (written ?? []).flatMap((matcher) => {
    const [, label = "", operator = "", value = ""] = matcherForm.exec(matcher.trim()) ?? [];
    const values = own(chosen, soleVariable(unquoted(value)) ?? "");
    if (!values) return [withVariables(matcher, chosen, operator.endsWith("~") ? asPattern : first)];
    if (values.includes(allValues)) return [];
    const isNegative = operator.startsWith("!");
    const [only, ...others] = values;
    if (only !== undefined && others.length === 0) return [`${label}${isNegative ? "!=" : "="}${quoted(only)}`];
    return [`${label}${isNegative ? "!~" : "=~"}${quoted(values.map(escaped).join("|"))}`];
  });
}

/** A log query with the chosen values in place of variables. */
export async function logQueryOf(written: string | undefined, view: Chosen): Promise<string | undefined> {
  return written === undefined ? undefined : withVariables(written, await expanded(written, view), asLogValue);
}

/** Names with the chosen values in place of variables. Undefined: any. */
export async function namesOf(written: readonly string[] | undefined, view: Chosen): Promise<string[] | undefined> {
  if (!written || written.length === 0) return undefined;
  const chosen = await expanded(written.join(" "), view);
  const names = written.flatMap(
    (name) => own(chosen, soleVariable(name) ?? "") ?? [withVariables(name, chosen, first)],
  );
  if (names.includes(allValues)) return undefined;
  // Without any value nothing is meant, and no service has this name.
  return names.length === 0 ? [allValues] : [...new Set(names)];
}

type Chosen = Pick<View, "chosen" | "offered">;

/**
 * All values of a metric's label are its values. A matcher for all of them can be left out, but other data have other values, so here they
 * are named.
 */
async function expanded(written: string, { chosen, offered }: Chosen): Promise<ChosenValues> {
  const all = Object.keys(chosen).filter((name) => chosen[name]?.includes(allValues) && written.includes(name));
  const values = await Promise.all(all.map(async (name) => [name, (await offered(name)) ?? [allValues]] as const));
  return { ...chosen, ...Object.fromEntries(values) };
}

function unquoted(value: string): string {
  return /^".*"$/s.test(value) ? value.slice(1, -1) : value;
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

function escaped(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function first(values: readonly string[]): string {
  return values.includes(allValues) ? "*" : (values[0] ?? "");
}

function asPattern(values: readonly string[]): string {
  return values.includes(allValues) ? ".*" : `(${values.map(escaped).join("|")})`;
}

function asLogValue(values: readonly string[]): string {
  if (values.includes(allValues)) return "*";
  const [only, ...others] = values.map(writeValue);
  return others.length === 0 ? (only ?? "*") : `(${[only, ...others].join(" OR ")})`;
}
