import { type Lookup, renderText } from "@opsplane/automation";
import type { SignalCheck } from "@opsplane/contract";

/** Fills in the placeholders of a query. A value stays one value: quotes keep it from becoming part of the query language. */
export function renderSignal(query: SignalCheck, lookup: Lookup): SignalCheck {
  return {
    ...query,
    ...(query.metric_name === undefined ? {} : { metric_name: renderText(query.metric_name, lookup) }),
    ...(query.match === undefined ? {} : { match: query.match.map((matcher) => renderMatcher(matcher, lookup)) }),
    ...(query.service === undefined ? {} : { service: renderText(query.service, lookup) }),
    ...(query.q === undefined ? {} : { q: renderQuery(query.q, lookup) }),
  };
}

/** A value is quoted, or escaped when its placeholder is inside quotes already. */
function renderQuery(q: string, lookup: Lookup): string {
  return q.replace(/\{\{[^{}]*\}\}/g, (placeholder, at: number) => {
    const quoted = JSON.stringify(renderText(placeholder, lookup));
    const quotesBefore = q.slice(0, at).match(/(?<!\\)"/g)?.length ?? 0;
    return quotesBefore % 2 === 1 ? quoted.slice(1, -1) : quoted;
  });
}

/** `host={{ target.name }}`: the part after the operator is the value, so it is quoted as a whole. */
function renderMatcher(matcher: string, lookup: Lookup): string {
  const [, head = "", value = ""] = /^([^=!~]*(?:=~|!~|!=|=))(.*)$/s.exec(matcher) ?? [];
  if (head === "" || !value.includes("{{")) return matcher;
  const rendered = renderText(value.replace(/^"(.*)"$/s, "$1"), lookup);
  return `${renderText(head, lookup)}"${rendered.replace(/[\\"]/g, "\\$&")}"`;
}
