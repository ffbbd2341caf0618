import type { ChosenValues } from "@opsplane/contract";

const prefix = "var-";
const names = ["from", "to", "refresh", "edit", "tv", "full", "rotate", "boards"] as const;

/** The search parameters of a dashboard: `?from=now-6h&var-host=web-1,web-2`. */
export type BoardSearch = { [Name in (typeof names)[number]]?: string | undefined } & {
  [variable: `var-${string}`]: string | undefined;
};

/** Keeps the parameters that a dashboard knows, and those of its variables. */
export function boardSearch(search: Record<string, unknown>): BoardSearch {
  const known: BoardSearch = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === "string" && value !== "") known[name] = value;
  }
  for (const [name, value] of Object.entries(search))
    if (isVariable(name) && typeof value === "string" && value !== "") known[name] = value;
  return known;
}

function isVariable(name: string): name is `var-${string}` {
  return /^var-[a-z][a-z0-9_]{0,39}$/.test(name);
}

/** The chosen values in an address. */
export function chosenOf(search: BoardSearch): ChosenValues {
  const chosen: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(search))
    if (isVariable(name) && value !== undefined) chosen[name.slice(prefix.length)] = readValues(value);
  return chosen;
}

/** The parameter of a variable with these values. None: the default ones. */
export function chosenSearch(name: string, values: readonly string[]): BoardSearch {
  return { [`var-${name}`]: values.length > 0 ? writeValues(values) : undefined };
}

/** Values separated by commas. A backslash stands before a comma that belongs to a value. */
export function writeValues(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\,]/g, "\\$&")).join(",");
}

export function readValues(text: string): string[] {
  return [...text.matchAll(/(?:\\.|[^\\,])+/gs)].map(([value]) => value.replace(/\\(.)/gs, "$1"));
}
