import type { LogSets, Logs } from "./input.ts";
import { isProblem, minutes, rateSurprise } from "./log-shift.ts";
import { num } from "./span-time.ts";

/** Problems that services log about something else by its name, such as "timed out calling stock". */
export interface Mentions {
  /** What others log about each candidate. */
  readonly about: ReadonlyMap<string, Mention>;
  /** The part of what a service logs about problems that names something else; 0 where it logs nothing new. */
  blamesOthers(service: string): number;
}

export interface Mention {
  /** Log of how much more likely the changed rates are than chance. */
  readonly weight: number;
  readonly lines: number;
  readonly by: readonly string[];
  readonly example: string;
}

/** A name that does not resolve or a caller that is not let in: the caller's settings are the problem, not what it calls. */
const isOwn =
  /enotfound|eai_again|nxdomain|no such host|resolv|unauthorized|forbidden|\b40[13]\b|authentication|access denied|permission denied|invalid (?:client|credential|password|token)/i;
const maxText = 300;
/** Shorter names are words of the language too. */
const minName = 3;

interface Count {
  usual: number;
  during: number;
  example: string;
}

export function mentionsOf(
  { current, reference, windows }: LogSets,
  services: readonly string[],
  at: number,
): Mentions {
  if (windows === undefined) return { about: new Map(), blamesOthers: () => 0 };
  const names = new Map(services.filter(({ length }) => length >= minName).map((name) => [name.toLowerCase(), name]));
  const counts = new Map<string, Map<string, Count>>();
  const collect = (lines: Logs | undefined, side: "usual" | "during", from: number) => {
    if (lines === undefined) return;
    const named = new Map<string, string[]>();
    for (const [line, full] of lines.text.entries()) {
      if (num(lines.at, line) < from || !isProblem.test(full.slice(0, maxText))) continue;
      const text = full.slice(0, maxText);
      const found = named.get(text) ?? namesIn(text, names);
      named.set(text, found);
      const owner = lines.services[num(lines.service, line)] ?? "";
      const others = isOwn.test(text) ? [] : found.filter((name) => name !== owner);
      // A line that names nothing else is about its own service.
      for (const name of others.length > 0 ? others : [owner]) {
        const own = counts.get(owner) ?? new Map<string, Count>();
        counts.set(owner, own);
        const count = own.get(name) ?? { usual: 0, during: 0, example: text };
        own.set(name, count);
        count[side] += 1;
      }
    }
  };
  collect(current, "during", at);
  collect(reference, "usual", 0);
  const [before, now] = [minutes(windows.reference), minutes({ from: at, to: windows.current.to })];
  const weights = new Map(
    [...counts].map(([owner, own]) => [
      owner,
      new Map([...own].map(([name, { usual, during }]) => [name, rateSurprise(usual, before, during, now)])),
    ]),
  );
  const blamesOthers = (service: string) => {
    const own = weights.get(service);
    const total = [...(own?.values() ?? [])].reduce((sum, weight) => sum + weight, 0);
    return total === 0 ? 0 : 1 - (own?.get(service) ?? 0) / total;
  };
  const about = new Map<string, Mention>();
  for (const [owner, own] of weights)
    for (const [name, weight] of own) {
      const count = counts.get(owner)?.get(name);
      if (name === owner || weight < 1 || count === undefined) continue;
      const known = about.get(name) ?? { weight: 0, lines: 0, by: [], example: count.example };
      const lines = known.lines + count.during;
      about.set(name, { ...known, weight: known.weight + weight, lines, by: [...known.by, owner] });
    }
  return { about, blamesOthers };
}

/** The known names among the words of a line. Dots, dashes and underscores are parts of names. */
function namesIn(text: string, names: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  let from = -1;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    const isPart =
      (code >= 48 && code <= 57) ||
      (code >= 65 && code <= 90) ||
      (code >= 97 && code <= 122) ||
      code === 45 ||
      code === 46 ||
      code === 95;
    if (isPart && from < 0) from = at;
    if (isPart || from < 0) continue;
    const end = text.charCodeAt(at - 1) === 46 ? at - 1 : at;
    const name = names.get(text.slice(from, end).toLowerCase());
    if (name !== undefined) found.add(name);
    from = -1;
  }
  return [...found];
}
