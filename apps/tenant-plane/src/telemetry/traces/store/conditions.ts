import type { spanKinds, spanScopes, spanStatuses } from "@opsplane/contract";
import { bind, chsql, every, invalid, type SqlFragment } from "@opsplane/runtime";

export interface SpanQuery {
  service?: string;
  not_service?: string[];
  operation?: string;
  not_operation?: string[];
  status?: (typeof spanStatuses)[number];
  kind?: (typeof spanKinds)[number];
  min_duration_ms?: number;
  max_duration_ms?: number;
  attribute?: string[];
  scope?: (typeof spanScopes)[number];
}

/** The conditions on one span. */
export function spanConditions(query: SpanQuery): SqlFragment {
  return every([ofService(query), ofOperation(query), ofStatus(query), otherConditions(query)]);
}

export function ofService({ service, not_service: not }: SpanQuery): SqlFragment {
  return every([
    service !== undefined && chsql`service = ${bind.text(service)}`,
    not !== undefined && chsql`service NOT IN ${bind.texts(not)}`,
  ]);
}

export function ofOperation({ operation, not_operation: not = [] }: SpanQuery): SqlFragment {
  return every([
    operation !== undefined && like(chsql`name`, operation),
    ...not.map((each) => chsql`NOT (${like(chsql`name`, each)})`),
  ]);
}

export function ofStatus({ status }: SpanQuery): SqlFragment {
  return every([status !== undefined && chsql`status = ${bind.text(status)}`]);
}

/** All conditions except those on service, operation and status. */
export function otherConditions(query: SpanQuery): SqlFragment {
  const { kind, min_duration_ms: min, max_duration_ms: max, attribute = [], scope = "all" } = query;
  if (min !== undefined && max !== undefined && min > max)
    invalid("min_duration_ms", `is ${min}, but must be at most max_duration_ms (${max}).`);
  return every([
    scope === "entry" && chsql`entry = 1`,
    kind !== undefined && chsql`kind = ${bind.text(kind)}`,
    min !== undefined && chsql`duration >= ${bind.unsigned(nanosOf(min))}`,
    max !== undefined && chsql`duration <= ${bind.unsigned(nanosOf(max))}`,
    ...attribute.map(attributeCondition),
  ]);
}

/** True when the projection `minutes` cannot answer the query, because it lacks a column of the conditions. */
export function needsSpans({ kind, min_duration_ms, max_duration_ms, attribute = [] }: SpanQuery): boolean {
  return kind !== undefined || min_duration_ms !== undefined || max_duration_ms !== undefined || attribute.length > 0;
}

/** Parses `name=value` or `name!=value`. A span's attribute takes precedence over its resource's attribute of the same name. */
function attributeCondition(written: string): SqlFragment {
  const at = written.indexOf("=");
  const isExcluded = written[at - 1] === "!";
  const end = isExcluded ? at - 1 : at;
  if (end < 1) invalid("attribute", `'${written}' is not of the form name=value or name!=value.`);
  const name = bind.text(written.slice(0, end));
  const value = written.slice(at + 1);
  const own = chsql`(mapContains(attributes, ${name}) AND ${like(chsql`attributes[${name}]`, value)})`;
  const shared = chsql`(NOT mapContains(attributes, ${name}) AND mapContains(resource, ${name}) AND ${like(chsql`resource[${name}]`, value)})`;
  return isExcluded ? chsql`NOT (${own} OR ${shared})` : chsql`(${own} OR ${shared})`;
}

function like(subject: SqlFragment, wanted: string): SqlFragment {
  if (!wanted.includes("*")) return chsql`${subject} = ${bind.text(wanted)}`;
  return chsql`${subject} LIKE ${bind.text(likePattern(wanted))}`;
}

/** `*` matches any characters. LIKE's wildcards are escaped. */
export function likePattern(wanted: string): string {
  return wanted.replace(/[\\%_]/g, "\\$&").replaceAll("*", "%");
}

const maxNanos = 9e18;

export function nanosOf(milliseconds: number): bigint {
  return BigInt(Math.min(Math.round(milliseconds * 1e6), maxNanos));
}
