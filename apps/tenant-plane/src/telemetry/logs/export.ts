import type { LogRecord, logExportFormats } from "@opsplane/contract";
import { csvLine } from "@opsplane/reports";
import type { ClickHouseReader, GeneratedDownload } from "@opsplane/runtime";
import { readCursor } from "./cursor.ts";
import type { LogFilter } from "./filter.ts";
import { findRecords, type RecordsQuery } from "./queries.ts";

type Format = (typeof logExportFormats)[number];

/** As many as the list returns at most, so that a page of long records fits into memory. */
const pageSize = 1_000;

/** The matching records, newest first, page by page. */
export async function* recordPages(
  clickhouse: ClickHouseReader,
  filter: LogFilter,
  { range, now, limit }: Omit<RecordsQuery, "before">,
): AsyncGenerator<LogRecord[], undefined> {
  let before: RecordsQuery["before"];
  for (let left = limit; left > 0; left -= pageSize) {
    const size = Math.min(pageSize, left);
    const page = await findRecords(clickhouse, filter, { range, now, before, limit: size });
    yield page;
    const last = page.at(-1);
    if (!last || page.length < size) return;
    before = readCursor(last.id);
  }
}

const mediaTypes: Record<Format, string> = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson" };
const columns = ["timestamp", "level", "service", "message", "trace_id", "span_id", "attributes", "resource"] as const;

export function exportOf(
  format: Format,
  first: readonly LogRecord[],
  rest: AsyncIterable<LogRecord[]>,
  now: Date,
): GeneratedDownload {
  const written = format === "csv" ? asCsv : asNdjson;
  async function* chunks() {
    if (format === "csv") yield Buffer.from(csvLine(columns));
    yield Buffer.from(first.map(written).join(""));
    for await (const page of rest) yield Buffer.from(page.map(written).join(""));
  }
  const stamp = now.toISOString().slice(0, 19).replaceAll(":", "-");
  return { name: `logs-${stamp}.${format}`, mediaType: mediaTypes[format], chunks: chunks() };
}

function asNdjson(record: LogRecord): string {
  return `${JSON.stringify(record)}\n`;
}

function asCsv(record: LogRecord): string {
  return csvLine(
    columns.map((name) => {
      const value = record[name];
      if (value === null) return "";
      return typeof value === "string" ? value : JSON.stringify(value);
    }),
  );
}
