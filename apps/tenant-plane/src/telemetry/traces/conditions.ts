import type { spanKinds, spanStatuses } from "@opsplane/contract";
import { bind, ch, every, invalid, type Piece } from "@opsplane/runtime";

export interface SpanQuery {
  service?: string;
  operation?: string;
  status?: (typeof spanStatuses)[number];
  kind?: (typeof spanKinds)[number];
  min_duration_ms?: number;
  max_duration_ms?: number;
  attribute?: string[];
}

/** What one span must be like. */
export function spanConditions(query: SpanQuery): Piece {
  const { service, operation, status, kind, min_duration_ms: min, max_duration_ms: max, attribute = [] } = query;
  if (min !== undefined && max !== undefined && min > max)
    invalid("min_duration_ms", `must not be above max_duration_ms (${max}), and is ${min}.`);
  return every([
    service !== undefined && ch`service = ${bind.text(service)}`,
    operation !== undefined && like(ch`name`, operation),
    status !== undefined && ch`status = ${bind.text(status)}`,
    kind !== undefined && ch`kind = ${bind.text(kind)}`,
    min !== undefined && ch`duration >= ${bind.unsigned(nanos(min))}`,
    max !== undefined && ch`duration <= ${bind.unsigned(nanos(max))}`,
    ...attribute.map(attributeCondition),
  ]);
}

/** `name=value`. A span's own attribute hides the resource's of the same name. */
function attributeCondition(written: string): Piece {
  const at = written.indexOf("=");
  if (at < 1) invalid("attribute", `'${written}' is not of the form name=value.`);
  const name = bind.text(written.slice(0, at));
  const value = written.slice(at + 1);
  const own = ch`(mapContains(attributes, ${name}) AND ${like(ch`attributes[${name}]`, value)})`;
  const shared = ch`(NOT mapContains(attributes, ${name}) AND mapContains(resource, ${name}) AND ${like(ch`resource[${name}]`, value)})`;
  return ch`(${own} OR ${shared})`;
}

function like(subject: Piece, wanted: string): Piece {
  if (!wanted.includes("*")) return ch`${subject} = ${bind.text(wanted)}`;
  return ch`${subject} LIKE ${bind.text(likePattern(wanted))}`;
}

/** * stands for any characters; LIKE's own signs stand for themselves. */
export function likePattern(wanted: string): string {
  return wanted.replace(/[\\%_]/g, "\\$&").replaceAll("*", "%");
}

const mostNanos = 9e18;

function nanos(milliseconds: number): bigint {
  return BigInt(Math.min(Math.round(milliseconds * 1e6), mostNanos));
}
