import type { Call } from "@opsplane/rca";

/** What is shown of a problem's way, besides what is unusual. */
export interface Connection {
  /** What lies between, on a call path or a relation. */
  between: readonly string[];
  /** Everything that depends on something else, among all that is shown. */
  edges: readonly { source: string; target: string }[];
}

/** Calls from one shown thing to the next one. */
const maxHops = 4;
const maxBetween = 30;

/**
 * Connects what is unusual or affected to one picture, as far as calls and relations allow. Things that are not connected yet get all
 * shortest ways of calls between them, and without such a way the shortest one over something that both depend on, or that depends on both.
 */
export function connect(shown: readonly string[], calls: readonly Call[]): Connection {
  const { callees, all } = graphOf(calls);
  const groups = openGroups(shown);
  const isEdge = ({ caller, callee }: Call) => groups.has(caller) && groups.has(callee);
  for (const { caller, callee } of calls.filter(isEdge)) groups.join(caller, callee);
  const between = [...joinGroups(groups, waysBetween(shown, callees, 5), maxBetween)];
  between.push(...joinGroups(groups, waysBetween(shown, all, 1), maxBetween - between.length));
  return {
    between,
    edges: calls.filter(isEdge).map(({ caller, callee }) => ({ source: caller, target: callee })),
  };
}

/** Joins what is apart by these ways. Returns what they add. */
function joinGroups(groups: Groups, ways: readonly Way[], max: number): Set<string> {
  const added = new Set<string>();
  for (const { from, to, names } of ways) {
    const more = names.filter((name) => !groups.has(name));
    if (groups.areOne(from, to) || added.size + more.length > max) continue;
    for (const name of more) {
      added.add(name);
      groups.add(name);
    }
    for (const name of [...names, to]) groups.join(from, name);
  }
  return added;
}

/** Everything that calls or depends on these, directly or not, nearest first. */
export function callersOf(names: readonly string[], calls: readonly Call[]): Set<string> {
  const callers = new Map<string, string[]>();
  for (const { caller, callee } of calls) {
    const known = callers.get(callee);
    if (known) known.push(caller);
    else callers.set(callee, [caller]);
  }
  const met = new Set(names);
  for (const name of met) for (const caller of callers.get(name) ?? []) met.add(caller);
  for (const name of names) met.delete(name);
  return met;
}

type Ways = ReadonlyMap<string, ReadonlySet<string>>;

function graphOf(calls: readonly Call[]): { callees: Ways; all: Ways } {
  const [callees, all] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const add = (to: Map<string, Set<string>>, one: string, other: string) => {
    const known = to.get(one);
    if (known) known.add(other);
    else to.set(one, new Set([other]));
  };
  for (const { caller, callee } of calls) {
    add(callees, caller, callee);
    add(all, caller, callee);
    add(all, callee, caller);
  }
  return { callees, all };
}

interface Way {
  from: string;
  to: string;
  /** What lies between. */
  names: readonly string[];
}

/** The shortest ways from each shown thing to each other one, shortest first. */
function waysBetween(shown: readonly string[], ways: Ways, maxParallel: number): Way[] {
  const isShown = new Set(shown);
  return shown
    .flatMap((from) => waysFrom(from, ways, isShown, maxParallel))
    .sort((a, b) => a.hops - b.hops || a.names.length - b.names.length);
}

/** A walk ends at what is shown, which has ways of its own. */
function waysFrom(
  from: string,
  ways: Ways,
  isShown: ReadonlySet<string>,
  maxParallel: number,
): (Way & { hops: number })[] {
  const before = new Map<string, Set<string>>([[from, new Set()]]);
  const found: { to: string; hops: number }[] = [];
  let level = [from];
  for (let hops = 1; hops <= maxHops && level.length > 0; hops++) {
    const next = new Map<string, Set<string>>();
    for (const name of level)
      for (const other of ways.get(name) ?? []) {
        if (before.has(other)) continue;
        const known = next.get(other);
        if (known) known.add(name);
        else next.set(other, new Set([name]));
      }
    for (const [name, callers] of next) {
      before.set(name, callers);
      if (isShown.has(name)) found.push({ to: name, hops });
    }
    level = [...next.keys()].filter((name) => !isShown.has(name));
  }
  return found.map(({ to, hops }) => ({ from, to, hops, names: namesBefore(to, from, before, maxParallel) }));
}

/** The names on the shortest ways; on one of them when there are too many side by side. */
function namesBefore(
  to: string,
  from: string,
  before: ReadonlyMap<string, ReadonlySet<string>>,
  maxParallel: number,
): string[] {
  const names = new Set<string>();
  const pending = [to];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const callers = [...(before.get(name) ?? [])];
    for (const caller of callers.length > maxParallel ? callers.slice(0, 1) : callers)
      if (caller !== from && !names.has(caller)) {
        names.add(caller);
        pending.push(caller);
      }
  }
  return [...names];
}

type Groups = ReturnType<typeof openGroups>;

/** Which names are connected. */
function openGroups(names: readonly string[]) {
  const parents = new Map(names.map((name) => [name, name]));
  const root = (name: string): string => {
    let found = name;
    for (let parent = parents.get(found); parent !== undefined && parent !== found; parent = parents.get(found)) {
      parents.set(found, parents.get(parent) ?? parent);
      found = parent;
    }
    return found;
  };
  return {
    has: (name: string) => parents.has(name),
    add: (name: string) => void parents.set(name, name),
    join: (one: string, other: string) => void parents.set(root(other), root(one)),
    areOne: (one: string, other: string) => root(one) === root(other),
  };
}
