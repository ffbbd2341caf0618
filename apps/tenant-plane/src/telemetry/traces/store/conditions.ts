import type { spanKinds, spanStatuses } from "@opsplane/contract";
import { bind, chsql, every, invalid, type SqlFragment } from "@opsplane/runtime";

export interface SpanQuery {
  service?: string;
  operation?: string;
  status?: (typeof spanStatuses)[number];
  kind?: (typeof spanKinds)[number];
  min_duration_ms?: number;
  max_duration_ms?: number;
  attribute?: string[];
}

/** The conditions on one span. */
export function spanConditions(query: SpanQuery): SqlFragment {
  const { service, operation, status, kind, min_duration_ms: min, max_duration_ms: max, attribute = [] } = query;
  if (min !== undefined && max !== undefined && min > max)
    invalid("min_duration_ms", `is ${min}, but must be at most max_duration_ms (${max}).`);
  return every([
    service !== undefined && chsql`service = ${bind.text(service)}`,
    operation !== undefined && like(chsql`name`, operation),
    status !== undefined && chsql`status = ${bind.text(status)}`,
    kind !== undefined && chsql`kind = ${bind.text(kind)}`,
    min !== undefined && chsql`duration >= ${bind.unsigned(nanos(min))}`,
    max !== undefined && chsql`duration <= ${bind.unsigned(nanos(max))}`,
    ...attribute.map(attributeCondition),
  ]);
}

/** Parses `name=value`. A span's attribute takes precedence over its resource's attribute of the same name. */
function attributeCondition(written: string): SqlFragment {
  const at = written.indexOf("=");
  if (at < 1) invalid("attribute", `'${written}' is not of the form name=value.`);
  const name = bind.text(written.slice(0, at));
  const value = written.slice(at + 1);
  const own = chsql`(mapContains(attributes, ${name}) AND ${like(chsql`attributes[${name}]`, value)})`;
  const shared = chsql`(NOT mapContains(attributes, ${name}) AND mapContains(resource, ${name}) AND ${like(chsql`resource[${name}]`, value)})`;
  return chsql`(${own} OR ${shared})`;
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

function nanos(milliseconds: number): bigint {
  return BigInt(Math.min(Math.round(milliseconds * 1e6), maxNanos));
}
