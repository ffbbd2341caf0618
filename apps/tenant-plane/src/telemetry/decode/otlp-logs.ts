import { asText, type LogRecord, type Scope, type Scoped, textAttributes } from "@opsplane/wire";
import { attributeProblem, isSpanId, isTraceId, messageProblem, wordProblem } from "./bounds.ts";
import type { IngestReport } from "./ingest-report.ts";
import { levelOfNumber, levelOfWord } from "./levels.ts";
import { type LogRow, LogRows } from "./log-rows.ts";

/** An export of OpenTelemetry logs. */
export function otlpLogRows(scoped: Scoped<LogRecord>[], report: IngestReport): LogRows {
  const rows = new LogRows(report.now);
  for (const [at, { resource, scope, items }] of scoped.entries()) {
    const shared = textAttributes(resource);
    for (const [index, record] of items.entries()) {
      const path = () => `logs[${at}][${index}]`;
      const row = asRow(record, scope, shared, report.now);
      if (!record.time && !record.observed) rows.timed = false;
      const problem = problemOf(row);
      if (problem !== undefined) report.reject(path(), problem);
      else if (report.take(Number(row.time / 1_000_000n), path)) rows.add(row);
    }
  }
  return rows;
}

type Row = LogRow & { attributes: Map<string, string>; resource: Map<string, string> };

function asRow(record: LogRecord, scope: Scope, resource: Map<string, string>, now: number): Row {
  const attributes = textAttributes(record.attributes);
  if (scope.name !== "") attributes.set("otel.scope.name", scope.name);
  if (record.eventName !== "") attributes.set("event.name", record.eventName);
  return {
    time: record.time || record.observed || BigInt(now) * 1_000_000n,
    level: levelOfNumber(record.severityNumber) ?? levelOfWord(record.severityText) ?? "info",
    service: resource.get("service.name") || "unknown",
    message: asText(record.body),
    traceId: isTraceId(record.traceId) ? record.traceId : "",
    spanId: isSpanId(record.spanId) ? record.spanId : "",
    attributes,
    resource,
  };
}

function problemOf({ attributes, resource, message, service }: Row): string | undefined {
  return (
    attributeProblem(attributes) ??
    attributeProblem(resource) ??
    messageProblem(message) ??
    wordProblem("service", service)
  );
}
