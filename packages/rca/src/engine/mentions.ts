import type { LogSets, Logs } from "./input.ts";
import { isProblem, minutes, rateSurprise } from "./log-shift.ts";
import { num } from "./span-time.ts";

/** Problems that services log about something else by its name, such as "timed out calling stock". */
export interface Mentions {
  /** What others log about each candidate. */
  readonly about: ReadonlyMap<string, Mention>;
  /** The part of what a service logs about problems that names something else; 0 where it logs nothing new. */
  blamesOthers(service: string): number;
  /** What a service logs about problems, in parts, by the name of what it is about. */
  partsOf(service: string): ReadonlyMap<string, number>;
  /** The part of it that is about the service's own settings. */
  settingsPart(service: string): number;
}

export interface Mention {
  /** Log of how much more likely the changed rates are than chance. */
  readonly weight: number;
  readonly lines: number;
  readonly by: readonly string[];
  readonly example: string;
}

/** A name that does not resolve, a caller that is not let in, a pool that is empty: the caller is the problem, not what it calls. */
const isOwn =
  /enotfound|eai_again|nxdomain|no such host|resolv|unauthorized|forbidden|\b40[13]\b|authentication|access denied|permission denied|invalid (?:client|credential|password|token)|(?:from|in) the pool|connection pool|pool (?:is )?(?:exhausted|empty|timeout|timed out)/i;
/** The name under which lines about a service's own settings are counted. No service has it. */
const settings = "";
const maxText = 300;
/** Shorter names are words of the language too. */
const minName = 3;

interface Count {
  usual: number;
  during: number;
  example: string;
}

type Counts = Map<string, Map<string, Count>>;

export function mentionsOf(
  { current, reference, windows }: LogSets,
  services: readonly string[],
  at: number,
): Mentions {
  if (windows === undefined)
    return { about: new Map(), blamesOthers: () => 0, partsOf: () => new Map(), settingsPart: () => 0 };
  const names = new Map(services.filter(({ length }) => length >= minName).map((name) => [name.toLowerCase(), name]));
  const counts: Counts = new Map();
  collect(counts, names, current, "during", at);
  if (reference) collect(counts, names, reference, "usual", 0);
  const [before, now] = [minutes(windows.reference), minutes({ from: at, to: windows.current.to })];
  const weightOf = ({ usual, during }: Count) => rateSurprise(usual, before, during, now);
  const about = new Map<string, Mention>();
  for (const [owner, own] of counts)
    for (const [name, count] of own) {
      const weight = weightOf(count);
      if (name === owner || name === settings || weight < 1) continue;
      const known = about.get(name) ?? { weight: 0, lines: 0, by: [], example: count.example };
      const lines = known.lines + count.during;
      about.set(name, { ...known, weight: known.weight + weight, lines, by: [...known.by, owner] });
    }
  const partsOf = (service: string) => {
    const own = [...(counts.get(service) ?? [])].map(([name, count]): [string, number] => [name, weightOf(count)]);
    const total = own.reduce((sum, [name, weight]) => (name === settings ? sum : sum + weight), 0);
    return new Map(total === 0 ? [] : own.map(([name, weight]) => [name, Math.min(1, weight / total)]));
  };
  return {
    about,
    partsOf: (service) => new Map([...partsOf(service)].filter(([name]) => name !== settings)),
    settingsPart: (service) => partsOf(service).get(settings) ?? 0,
    blamesOthers: (service) => {
      const parts = partsOf(service);
      return parts.size === 0 ? 0 : 1 - (parts.get(service) ?? 0);
    },
  };
}

/** Counts problem lines by what logs them and what they name. A line that names nothing else is about its own service. */
function collect(
  counts: Counts,
  names: ReadonlyMap<string, string>,
  lines: Logs,
  side: "usual" | "during",
  from: number,
): void {
  const known = new Map<string, readonly string[]>();
  for (const [line, full] of lines.text.entries()) {
    const text = full.slice(0, maxText);
    if (num(lines.at, line) < from || !isProblem.test(text)) continue;
    const owner = lines.services[num(lines.service, line)] ?? "";
    const found = known.get(text) ?? (isOwn.test(text) ? [settings] : namesIn(text, names));
    known.set(text, found);
    const others = found.filter((name) => name !== owner);
    const own = counts.get(owner) ?? new Map<string, Count>();
    counts.set(owner, own);
    const isAboutOthers = others.some((name) => name !== settings);
    for (const name of isAboutOthers ? others : [owner, ...others]) {
      const count = own.get(name) ?? { usual: 0, during: 0, example: text };
      own.set(name, count);
      count[side] += 1;
    }
  }
}

const privateEnd = /\.(?:internal|local|lan|corp|svc)$/;

/** A known name, or that of the service whose private address it is, such as `stock.shop.internal`. */
export function ownerOfAddress(address: string, names: ReadonlyMap<string, string>): string | undefined {
  const known = names.get(address);
  if (known !== undefined || !privateEnd.test(address)) return known;
  return names.get(address.slice(0, address.indexOf(".")));
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
    const name = ownerOfAddress(text.slice(from, end).toLowerCase(), names);
    if (name !== undefined) found.add(name);
    from = -1;
  }
  return [...found];
}
