import { attributeProblem, isSpanId, isTraceId, messageProblem, wordProblem } from "./bounds.ts";
import { isObject, type JsonRow } from "./json-body.ts";
import { nanosOf } from "./json-time.ts";
import { levelOfNumber, levelOfWord } from "./levels.ts";
import { LogRows } from "./log-rows.ts";
import type { Tally } from "./tally.ts";

/** A record's own fields, by the names that loggers give them; every other field is an attribute. */
const names = {
  time: ["timestamp", "@timestamp", "time", "ts"],
  message: ["message", "msg", "body"],
  level: ["level", "severity", "severity_text", "log.level"],
  service: ["service", "service.name", "service_name"],
  trace: ["trace_id", "traceId", "trace.id"],
  span: ["span_id", "spanId", "span.id"],
};

/** Logs as JSON. `timed`: every record told its time, so that the same body again is the same batch again. */
export function jsonLogRows(rows: JsonRow[], tally: Tally): { rows: LogRows; timed: boolean } {
  const made = new LogRows(tally.now);
  let timed = true;
  for (const row of rows) {
    if ("problem" in row) tally.reject(row.path, row.problem);
    else {
      const record = { ...row.value };
      const written = take(record, names.time);
      if (written === undefined) timed = false;
      const problem = addRecord(made, record, written, row.path, tally);
      if (problem !== undefined) tally.reject(row.path, problem);
    }
  }
  return { rows: made, timed };
}

/** Answers with why the record cannot be taken. */
function addRecord(
  rows: LogRows,
  record: Record<string, unknown>,
  written: unknown,
  path: string,
  tally: Tally,
): string | undefined {
  const time = written === undefined ? BigInt(tally.now) * 1_000_000n : nanosOf(written, tally.now);
  if (time === undefined)
    return `has a timestamp that is no time: ${JSON.stringify(written)?.slice(0, 60)}; send ISO 8601 or Unix time`;
  const told = take(record, names.message);
  if (told === undefined) return "has no message";
  const message = typeof told === "string" ? told : JSON.stringify(told);
  const wordedLevel = take(record, names.level);
  const level = levelOf(wordedLevel);
  if (level === undefined) return `has a level that is none: ${JSON.stringify(wordedLevel)?.slice(0, 60)}`;

  const resource = texts(take(record, ["resource"]));
  const service = textOf(take(record, names.service)) || resource.get("service.name") || "unknown";
  const [traceId, spanId] = [take(record, names.trace), take(record, names.span)].map((id) => textOf(id).toLowerCase());
  const named = attributesOf(record);
  const attributes = texts({ ...record, ...named });
  const problem =
    messageProblem(message) ??
    wordProblem("service", service) ??
    attributeProblem(attributes) ??
    attributeProblem(resource);
  if (problem !== undefined) return problem;
  if (tally.take(Number(time / 1_000_000n), () => path))
    rows.add({
      time,
      level,
      service,
      message,
      traceId: traceId && isTraceId(traceId) ? traceId : "",
      spanId: spanId && isSpanId(spanId) ? spanId : "",
      attributes,
      resource,
    });
  return undefined;
}

/** Removes the first of these fields that is there, and answers with its value. */
function take(record: Record<string, unknown>, fields: readonly string[]): unknown {
  const found = fields.find((field) => record[field] !== undefined && record[field] !== null);
  if (found === undefined) return undefined;
  const value = record[found];
  delete record[found];
  return value;
}

function attributesOf(record: Record<string, unknown>): Record<string, unknown> {
  const { attributes } = record;
  if (!isObject(attributes)) return {};
  delete record.attributes;
  return attributes;
}

function levelOf(written: unknown) {
  if (written === undefined) return "info" as const;
  if (typeof written === "number") return pinoLevel(written) ?? levelOfNumber(written);
  return levelOfWord(textOf(written));
}

/** Pino and bunyan number their levels in tens. */
function pinoLevel(level: number) {
  return level >= 10 && level <= 60 && level % 10 === 0 ? levelOfNumber((level / 10 - 1) * 4 + 1) : undefined;
}

/** Fields as text; those of nested objects by their path. */
function texts(value: unknown, prefix = "", into = new Map<string, string>(), depth = 0): Map<string, string> {
  if (!isObject(value)) return into;
  for (const [name, inner] of Object.entries(value)) {
    if (isObject(inner) && depth < 8) texts(inner, `${prefix}${name}.`, into, depth + 1);
    else if (inner !== null && inner !== undefined) into.set(prefix + name, textOf(inner));
  }
  return into;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
