import { spanKinds, spanStatuses } from "@opsplane/contract";
import { traceIdIn } from "../trace-id.ts";
import { type TraceSearch, withTerm } from "./filters.ts";

/** The meaning of a typed filter: a change of the address, a trace to open, or a problem. */
export type TypedFilter = { change: TraceSearch } | { traceId: string } | { problem: string };

const units: Readonly<Record<string, number>> = { us: 0.001, µs: 0.001, ms: 1, s: 1000, m: 60_000 };
const spanNames = ["service", "operation", "status", "kind"];

/** Reads `name=value`, `name!=value`, `duration>500ms`, or a trace id. */
export function readTyped(typed: string, search: TraceSearch): TypedFilter {
  const text = typed.trim();
  const traceId = traceIdIn(text);
  if (traceId) return { traceId };
  const duration = /^duration\s*([<>])=?\s*(\d+(?:\.\d+)?)\s*([µa-z]*)$/i.exec(text);
  if (duration) return durationBound(duration[1] ?? "", Number(duration[2]), duration[3] ?? "");
  const term = /^([^=!<>\s][^=<>]*?)\s*(!?=)\s*(\S.*)$/.exec(text);
  if (!term) return { problem: "Enter name=value, name!=value, duration>500ms or a trace ID." };
  const [, name = "", sign, value = ""] = term;
  const isExcluded = sign === "!=";
  const source = spanNames.includes(name) ? "span" : "attribute";
  if (source === "span" && isExcluded && (name === "status" || name === "kind"))
    return { problem: `${name} cannot be excluded. Choose the ${name} that you want.` };
  if (name === "status" && !isOneOf(spanStatuses, value))
    return { problem: `A status is one of ${spanStatuses.join(", ")}.` };
  if (name === "kind" && !isOneOf(spanKinds, value)) return { problem: `A kind is one of ${spanKinds.join(", ")}.` };
  return { change: withTerm(search, { source, name, value, isExcluded }) };
}

function durationBound(sign: string, amount: number, unit: string): TypedFilter {
  const factor = units[unit.toLowerCase() || "ms"];
  if (factor === undefined) return { problem: `'${unit}' is not a unit. Use us, ms, s or m.` };
  const bound = String(Number((amount * factor).toPrecision(12)));
  return { change: sign === ">" ? { min: bound } : { max: bound } };
}

function isOneOf(words: readonly string[], value: string): boolean {
  return words.includes(value);
}
