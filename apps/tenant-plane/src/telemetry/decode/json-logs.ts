import { attributeProblem, isSpanId, isTraceId, messageProblem, wordProblem } from "./bounds.ts";
import type { IngestReport } from "./ingest-report.ts";
import { isObject, type JsonRow } from "./json-body.ts";
import { nanosOf } from "./json-time.ts";
import { levelOfNumber, levelOfWord } from "./levels.ts";
import { LogRows } from "./log-rows.ts";

/** The names that loggers use for each standard field. Every other field is an attribute. */
const names = {
  time: ["timestamp", "@timestamp", "time", "ts"],
  message: ["message", "msg", "body"],
  level: ["level", "severity", "severity_text", "log.level"],
  service: ["service", "service.name", "service_name"],
  trace: ["trace_id", "traceId", "trace.id"],
  span: ["span_id", "spanId", "span.id"],
  resource: ["resource"],
};

/** Logs as JSON. */
export function jsonLogRows(rows: Iterable<JsonRow>, report: IngestReport): LogRows {
  const made = new LogRows(report.now);
  for (const row of rows) {
    if ("problem" in row) report.reject(row.path, row.problem);
    else {
      const fields = new Fields(row.value);
      const written = fields.take(names.time);
      if (written === undefined) made.timed = false;
      const problem = addRecord(made, fields, written, row.path, report);
      if (problem !== undefined) report.reject(row.path, problem);
    }
  }
  return made;
}

/** Returns the reason why the record is rejected, if it is. */
function addRecord(
  rows: LogRows,
  fields: Fields,
  written: unknown,
  path: string,
  report: IngestReport,
): string | undefined {
  const time = written === undefined ? BigInt(report.now) * 1_000_000n : nanosOf(written, report.now);
  if (time === undefined)
    return `has an invalid timestamp ${JSON.stringify(written)?.slice(0, 60)}; send ISO 8601 or Unix time`;
  const body = fields.take(names.message);
  if (body === undefined) return "has no message";
  const message = typeof body === "string" ? body : JSON.stringify(body);
  const wordedLevel = fields.take(names.level);
  const level = levelOf(wordedLevel);
  if (level === undefined) return `has an unknown level ${JSON.stringify(wordedLevel)?.slice(0, 60)}`;

  const resource = texts(fields.take(names.resource));
  const service = textOf(fields.take(names.service)) || resource.get("service.name") || "unknown";
  const traceId = textOf(fields.take(names.trace)).toLowerCase();
  const spanId = textOf(fields.take(names.span)).toLowerCase();
  const attributes = fields.rest();
  const problem =
    messageProblem(message) ??
    wordProblem("service", service) ??
    attributeProblem(attributes) ??
    attributeProblem(resource);
  if (problem !== undefined) return problem;
  if (report.take(Number(time / 1_000_000n), () => path))
    rows.add({
      time,
      level,
      service,
      message,
      traceId: isTraceId(traceId) ? traceId : "",
      spanId: isSpanId(spanId) ? spanId : "",
      attributes,
      resource,
    });
  return undefined;
}

/** A record's fields. `take` removes one by name; `rest` returns the remaining ones. */
class Fields {
  readonly #record: Record<string, unknown>;
  readonly #taken: string[] = [];

  constructor(record: Record<string, unknown>) {
    this.#record = record;
  }

  /** The value of the first of these names that the record has. */
  take(fields: readonly string[]): unknown {
    for (const field of fields) {
      const value = this.#record[field];
      if (value === undefined || value === null) continue;
      this.#taken.push(field);
      return value;
    }
    return undefined;
  }

  /** The fields that were not taken, as attributes. Fields under `attributes` take precedence. */
  rest(): Map<string, string> {
    const into = new Map<string, string>();
    const { attributes } = this.#record;
    for (const name of Object.keys(this.#record)) {
      if (this.#taken.includes(name) || (name === "attributes" && isObject(attributes))) continue;
      addText(this.#record[name], name, into, 0);
    }
    return texts(attributes, into);
  }
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

/** An object's fields as text. Nested fields are named by their path. */
function texts(value: unknown, into = new Map<string, string>()): Map<string, string> {
  if (isObject(value)) for (const name of Object.keys(value)) addText(value[name], name, into, 0);
  return into;
}

function addText(value: unknown, path: string, into: Map<string, string>, depth: number): void {
  if (isObject(value) && depth < 8)
    for (const name of Object.keys(value)) addText(value[name], `${path}.${name}`, into, depth + 1);
  else if (value !== null && value !== undefined) into.set(path, textOf(value));
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
