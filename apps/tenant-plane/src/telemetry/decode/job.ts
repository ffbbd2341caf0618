import type { TelemetryKind } from "@opsplane/contract";

/** The supported formats, with the kind of telemetry each carries. */
export const formats = {
  "otlp-logs": "logs",
  "otlp-metrics": "metrics",
  "otlp-traces": "traces",
  "remote-write": "metrics",
  "json-logs": "logs",
  "json-flows": "flows",
} as const satisfies Record<string, TelemetryKind>;
export type Format = keyof typeof formats;

/** One request's body, and the settings for checking its rows. */
export interface Job {
  format: Format;
  /** The content type, without parameters. */
  type: string;
  encoding: string;
  tenantId: string;
  body: Uint8Array;
  /** Arrival, in Unix milliseconds. */
  now: number;
  /** Retention of the rows in days; 0 means forever. */
  keepDays: number;
  seriesLimit: number;
  /** The sender's Idempotency-Key header. */
  key: string | undefined;
}

/** Rows of one table as a ClickHouse block. Probed tables have one block per day. */
export interface TableRows {
  table: string;
  rows: number;
  block: Uint8Array;
  /** Identifies one row that proves the block is stored. Undefined when storing the block twice is harmless. */
  probe?: Probe;
  /** The number of days, when the block spans several. */
  days?: number;
}

export type Probe =
  | { by: "batch"; table: string; batch: bigint; day: number }
  | { by: "sample"; table: string; metricId: number; seriesId: bigint; time: number };

export interface RowError {
  path: string;
  message: string;
}

export interface Decoded {
  kind: TelemetryKind;
  /** Number of valid rows. */
  accepted: number;
  rejected: number;
  errors: RowError[];
  /** Size of the decompressed body. */
  bytes: number;
  /** Identifies the batch by its content. Undefined when equal content may be different data. */
  hash: Uint8Array | undefined;
  /** New series of this request. They are stored before their samples. */
  series: TableRows | undefined;
  /** Identifies the new series in the report to the decoder whether they were stored. */
  announcement: number | undefined;
  tables: TableRows[];
  /** The hours that have metric samples, counted since 1970. */
  hours: number[];
}

/** Maximum number of rows in one request. */
export const maxRows = 500_000;

export function tooManyRows(): BadBody {
  return new BadBody(`The body has more than ${maxRows} rows; send it in smaller pieces.`, 413);
}

/** The whole body is rejected. */
export class BadBody extends Error {
  constructor(
    message: string,
    readonly status: 422 | 413 = 422,
  ) {
    super(message);
    this.name = "BadBody";
  }
}
