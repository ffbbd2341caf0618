import { type Call, ownerOfAddress } from "@opsplane/rca";
import type { SampledSpan } from "../../telemetry/index.ts";
import { wordsOf } from "../words.ts";
import type { Facts } from "./facts.ts";

// What an analysis looks at: the affected services, what connects them, and what may be the cause.

type Records = Pick<Facts, "incident" | "items" | "relations"> & Partial<Pick<Facts, "alerts">>;

/** What may be affected: the incident's own items and what its alerts name; without either, the words of its title. */
export function affectedNames({ incident, items, alerts = [] }: Records): string[] {
  const own = ownNames(items);
  const named = alerts.flatMap(({ direct, other }) => [...direct, ...other]);
  return own.length + named.length > 0 ? [...new Set([...own, ...named])] : wordsOf(incident.title);
}

function ownNames(items: Records["items"]): string[] {
  return items.filter(({ distance }) => distance === 0).map(({ name }) => name);
}

/** What is affected: items, and of the rest what was seen, as telemetry spells it. */
export function affectedAmong(
  { incident, items, alerts = [] }: Records,
  seen: Iterable<string>,
): { affected: string[]; alerting: string[] } {
  const spelled = new Map([...seen].map((name) => [name.toLowerCase(), name]));
  const seenOf = (names: readonly string[]) => names.flatMap((name) => spelled.get(name.toLowerCase()) ?? []);
  const alerting = alerts.flatMap(({ direct, other }) => {
    const named = seenOf(direct);
    return named.length > 0 ? named : seenOf(other);
  });
  const known = [...new Set([...ownNames(items).map((name) => seenOf([name])[0] ?? name), ...alerting])];
  return {
    affected: known.length > 0 ? known : seenOf(wordsOf(incident.title)),
    alerting: [...new Set(alerting)],
  };
}

/** Calls that were seen, and relations of the CMDB: what depends on what, and what runs where. */
export function callsOf(spans: readonly SampledSpan[], { relations }: Records): Call[] {
  const parentOf = openParents(spans);
  const callees = new Map<string, Set<string>>();
  const add = (caller: string | undefined, callee: string) => {
    if (caller === undefined || callee === "" || caller === callee) return;
    const known = callees.get(caller);
    if (known) known.add(callee);
    else callees.set(caller, new Set([callee]));
  };
  for (const span of spans) {
    add(parentOf(span)?.service, span.service);
    add(span.service, span.peer);
  }
  for (const { from, to } of relations) add(from, to);
  return [...callees].flatMap(([caller, own]) => [...own].map((callee) => ({ caller, callee })));
}

/** The parent of each span. Ids of spans are random, so they need their trace only where senders number them. */
function openParents(spans: readonly SampledSpan[]): (span: SampledSpan) => SampledSpan | undefined {
  const byId = new Map<string, SampledSpan>();
  const others = new Map<string, SampledSpan>();
  for (const span of spans) {
    const known = byId.get(span.id);
    if (known === undefined || known.trace === span.trace) byId.set(span.id, span);
    else others.set(`${span.trace} ${span.id}`, span);
  }
  return ({ trace, parent }) => {
    const found = byId.get(parent);
    return found === undefined || found.trace === trace ? found : others.get(`${trace} ${parent}`);
  };
}

/** Everything that may be the cause, nearest to the incident first: what the affected services call or run on, then all others. */
export function candidates(
  affected: readonly string[],
  calls: readonly Call[],
  { items }: Records,
  services: readonly string[],
  spans: readonly SampledSpan[],
): string[] {
  const callees = new Map<string, Set<string>>();
  const add = (from: string, to: string) => callees.set(from, (callees.get(from) ?? new Set()).add(to));
  for (const { caller, callee } of calls) add(caller, callee);
  for (const { service, host } of spans) if (host !== "") add(service, host);
  const met = new Set(affected);
  const addCallees = () => {
    for (const name of met) for (const callee of callees.get(name) ?? []) met.add(callee);
  };
  addCallees();
  for (const { name } of items) met.add(name);
  for (const name of services) met.add(name);
  // What sends nothing itself is known by those that call it.
  addCallees();
  return [...met].slice(0, maxCandidates);
}

/** More candidates than this are left out. */
const maxCandidates = 5000;

/**
 * The candidates whose other telemetry is worth reading. Half of them are the nearest, because a cause need not have spans; the others are
 * those whose calls got slower or fail more.
 */
export function worthReading(
  names: readonly string[],
  max: number,
  { current, usual }: { current: readonly SampledSpan[]; usual: readonly SampledSpan[] },
): string[] {
  if (names.length <= max) return [...names];
  const near = names.slice(0, max / 2);
  const [now, before] = [figuresOf(current), figuresOf(usual)];
  const worse = (name: string) => {
    const [own, known] = [now.get(name), before.get(name)];
    if (own === undefined || known === undefined) return 0;
    return own.calls * Math.max(0, own.ms / own.calls - known.ms / known.calls);
  };
  const amounts = new Map(names.map((name) => [name, worse(name)]));
  const suspicious = names
    .filter((name) => (amounts.get(name) ?? 0) > 0)
    .sort((a, b) => (amounts.get(b) ?? 0) - (amounts.get(a) ?? 0));
  return [...new Set([...near, ...suspicious, ...names])].slice(0, max);
}

/** A failed call counts as one that took this long. */
const failureMs = 1000;

function figuresOf(spans: readonly SampledSpan[]): Map<string, { calls: number; ms: number }> {
  const figures = new Map<string, { calls: number; ms: number }>();
  const add = (name: string, ms: number) => {
    const known = figures.get(name) ?? { calls: 0, ms: 0 };
    figures.set(name, { calls: known.calls + 1, ms: known.ms + ms });
  };
  for (const { service, host, peer, duration, failed } of spans)
    for (const name of new Set([service, host, peer])) if (name !== "") add(name, duration + (failed ? failureMs : 0));
  return figures;
}

const maxNamed = 20;
const minMentions = 3;
const maxNameLength = 100;

/**
 * Hosts that lines name, such as `api.payments.example`: a third party that sends nothing is known only by them. Private addresses of what is
 * known already are left out.
 */
export function hostsNamedIn(texts: readonly string[], known: Iterable<string> = []): string[] {
  const names = new Map(Array.from(known, (name) => [name.toLowerCase(), name]));
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const name of new Set(hostNamesIn(text.slice(0, 300)))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([name, count]) => count >= minMentions && ownerOfAddress(name, names) === undefined)
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxNamed)
    .map(([name]) => name);
}

/** Small letters, digits, dots and dashes with two dots or more. A capital letter or a sign beside them makes it another kind of word. */
const hostName = /(?<![\w$.-])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){2,5}(?![\w$-])/g;

function hostNamesIn(text: string): string[] {
  return (text.match(hostName) ?? []).filter((name) => name.length <= maxNameLength && /\.[a-z]{2,}$/.test(name));
}
