// The telemetry of the shop as plain data. Times are Unix milliseconds and may have fractions.

export interface Source {
  readonly service: string;
  readonly version?: string;
  readonly instance?: string;
  readonly host: string;
}

export type Attributes = Readonly<Record<string, string | number>>;

export interface SpanEvent {
  readonly at: number;
  readonly name: string;
  readonly attributes: Attributes;
}

export type SpanKind = "server" | "client" | "producer" | "consumer";

export interface Span {
  readonly source: Source;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly start: number;
  readonly ms: number;
  /** The reason of a failure; undefined when it succeeded. */
  readonly error: string | undefined;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
}

export interface LogLine {
  readonly source: Source;
  readonly at: number;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly attributes: Attributes;
}

export interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly about: string;
  readonly type: "counter" | "gauge" | "histogram";
}

export interface Point {
  readonly metric: Metric;
  readonly source: Source;
  readonly labels: Attributes;
  readonly at: number;
  /** Counters and histograms count from this time. */
  readonly since: number;
  /** The value; of a histogram, the sum of its values. */
  readonly value: number;
  /** Of a histogram: the counts between `latencyBounds`, and one more above them. */
  readonly buckets?: readonly number[];
}

export interface Flow {
  readonly timestamp: number;
  readonly start: number;
  readonly end: number;
  readonly protocol: "tcp" | "udp" | "icmp";
  readonly src_ip: string;
  readonly src_port?: number;
  readonly dst_ip: string;
  readonly dst_port?: number;
  readonly bytes: number;
  readonly packets: number;
  readonly exporter: string;
}

/** One second of telemetry. */
export interface Slice {
  readonly at: number;
  /** Spans of the traces that start in this second. */
  readonly spans: readonly Span[];
  readonly logs: readonly LogLine[];
  readonly points: readonly Point[];
  readonly flows: readonly Flow[];
}

/** Upper bounds of the buckets of request durations, in seconds. */
export const latencyBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
