import type { TelemetryKind } from "@opsplane/contract";

/** The forms in which telemetry comes. */
export const formats = {
  "otlp-logs": "logs",
  "otlp-metrics": "metrics",
  "otlp-traces": "traces",
  "remote-write": "metrics",
  "json-logs": "logs",
  "json-flows": "flows",
} as const satisfies Record<string, TelemetryKind>;
export type Format = keyof typeof formats;

/** One request's body, and what must be known to judge its rows. */
export interface Job {
  format: Format;
  /** The content type, without parameters. */
  type: string;
  encoding: string;
  tenantId: string;
  body: Uint8Array;
  /** Arrival, in Unix milliseconds. */
  now: number;
  /** Days that the rows are kept; 0: forever. */
  keepDays: number;
  seriesLimit: number;
  /** The sender's own name for the batch (header Idempotency-Key). */
  key: string | undefined;
}

/** Rows of one table, and of one day of it, as the engine takes them. */
export interface TableRows {
  table: string;
  rows: number;
  block: Uint8Array;
  /** What tells whether they are stored already; undefined where storing them again changes nothing. */
  probe?: Probe;
  /** Days that the rows are of, where they are of several. */
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
  /** Rows that are fit to be stored. */
  accepted: number;
  rejected: number;
  errors: RowError[];
  /** Of the body, decompressed. */
  bytes: number;
  /** Names the batch by its content; undefined where the same content may well be sent twice on purpose. */
  hash: Uint8Array | undefined;
  /** New series of this request, to be stored before any sample of theirs. */
  series: TableRows | undefined;
  /** Names the new series for the decoder, which must hear whether they were stored. */
  announcement: number | undefined;
  tables: TableRows[];
  /** Metric samples: the hours they are of, in Unix hours. */
  hours: number[];
}

/** Rows that one request may have. */
export const maxRows = 500_000;

export function tooManyRows(): BadBody {
  return new BadBody(`The body has more than ${maxRows} rows; send it in smaller pieces.`, 413);
}

/** The body as a whole cannot be taken. */
export class BadBody extends Error {
  constructor(
    message: string,
    readonly status: 422 | 413 = 422,
  ) {
    super(message);
    this.name = "BadBody";
  }
}
