import { type Lookup, renderText } from "@opsplane/automation";
import type { SignalCheck } from "@opsplane/contract";

/** Fills in the placeholders of a query. A value stays one value: quotes keep it from becoming part of the query language. */
export function renderSignal(query: SignalCheck, lookup: Lookup): SignalCheck {
  const quoted: Lookup = (path) => {
    const found = lookup(path);
    return found && { ...found, value: JSON.stringify(String(found.value)) };
  };
  return {
    ...query,
    ...(query.metric_name === undefined ? {} : { metric_name: renderText(query.metric_name, lookup) }),
    ...(query.match === undefined ? {} : { match: query.match.map((matcher) => renderMatcher(matcher, lookup)) }),
    ...(query.service === undefined ? {} : { service: renderText(query.service, lookup) }),
    ...(query.q === undefined ? {} : { q: renderText(query.q, quoted) }),
  };
}

/** `host={{ target.name }}`: the part after the operator is the value, so it is quoted as a whole. */
function renderMatcher(matcher: string, lookup: Lookup): string {
  const [, head = "", value = ""] = /^([^=!~]*(?:=~|!~|!=|=))(.*)$/s.exec(matcher) ?? [];
  if (head === "" || !value.includes("{{")) return matcher;
  const rendered = renderText(value.replace(/^"(.*)"$/s, "$1"), lookup);
  return `${renderText(head, lookup)}"${rendered.replace(/[\\"]/g, "\\$&")}"`;
}
