import type { Call } from "@opsplane/rca";
import type { SampledSpan } from "../../telemetry/index.ts";
import { wordsOf } from "../words.ts";
import type { Facts } from "./facts.ts";

// What an analysis looks at: the affected services, what connects them, and what may be the cause.

type Records = Pick<Facts, "incident" | "items" | "relations">;

/** Nearest candidates first; more are not read. */
const maxCandidates = 300;

export function affectedNames({ incident, items }: Records): string[] {
  const own = items.filter(({ distance }) => distance === 0).map(({ name }) => name);
  return own.length > 0 ? own : wordsOf(incident.title);
}

/** Calls that were seen, and relations of the CMDB: what depends on what, and what runs where. */
export function callsOf(spans: readonly SampledSpan[], { relations }: Records): Call[] {
  const service = new Map(spans.map(({ trace, id, service: name }) => [`${trace} ${id}`, name]));
  const found = new Map<string, Call>();
  const add = (caller: string | undefined, callee: string) => {
    if (caller !== undefined && callee !== "" && caller !== callee)
      found.set(`${caller}\n${callee}`, { caller, callee });
  };
  for (const span of spans) {
    add(service.get(`${span.trace} ${span.parent}`), span.service);
    add(span.service, span.peer);
  }
  for (const { from, to } of relations) add(from, to);
  return [...found.values()];
}

/** What may be the cause, nearest to the incident first: what the affected services call or run on, then all other services. */
export function candidates(
  affected: readonly string[],
  calls: readonly Call[],
  { items }: Records,
  services: readonly string[],
  spans: readonly SampledSpan[],
): string[] {
  const callees = new Map<string, string[]>();
  for (const { caller, callee } of calls) callees.set(caller, [...(callees.get(caller) ?? []), callee]);
  const hosts = new Map<string, Set<string>>();
  for (const { service, host } of spans)
    if (host !== "") hosts.set(service, (hosts.get(service) ?? new Set()).add(host));
  const met = new Set(affected);
  for (const name of met) {
    for (const callee of callees.get(name) ?? []) met.add(callee);
    for (const host of hosts.get(name) ?? []) met.add(host);
  }
  for (const { name } of items) met.add(name);
  for (const name of services) met.add(name);
  for (const host of [...hosts.values()].flatMap((each) => [...each])) met.add(host);
  return [...met].slice(0, maxCandidates);
}
