import type { RcaInput } from "@opsplane/rca";
import { hostTracesLink, serviceLink, tracesLink } from "./links.ts";

/**
 * The page that shows the spans of a suspect. A host has those of everything on it. What sends no spans, such as a database or a third
 * party, is seen in the spans of its callers.
 */
export function pageOf(name: string, input: RcaInput, operation?: string): string {
  const spans = input.spans?.current;
  if (spans?.hosts?.includes(name)) return hostTracesLink(name, input.at);
  const seen = spans && callerOf(spans, name, operation);
  if (seen) return tracesLink(seen.caller, seen.operation, input.at);
  return operation === undefined ? serviceLink(name, input.at) : tracesLink(name, operation, input.at);
}

type Spans = NonNullable<RcaInput["spans"]>["current"];

/** The last call of something that sends no spans; undefined when it sends some. */
function callerOf(
  { services, operations, service, operation, parent, peer }: Spans,
  name: string,
  wanted: string | undefined,
): { caller: string; operation: string } | undefined {
  const place = services.indexOf(name);
  let found: { caller: string; operation: string } | undefined;
  if (place < 0 || peer === undefined) return undefined;
  for (let span = 0; span < service.length; span++) {
    if (service[span] !== place) continue;
    if (peer[span] !== 1) return undefined;
    const own = operations[operation[span] ?? -1] ?? "";
    const caller = services[service[parent[span] ?? -1] ?? -1];
    if (caller !== undefined && (found === undefined || own === wanted)) found = { caller, operation: own };
  }
  return found;
}
