/** What an analysis gets to know. Times are Unix milliseconds; every part except `at` and `services` may be empty. */
export interface RcaInput {
  /** When the problem began, as far as it is known: the alert, or the onset that `onsetOf` found before it. */
  readonly at: number;
  /** The services that alerted. Undefined: the whole system. */
  readonly affected?: readonly string[];
  /** The signal that alerted. */
  readonly symptom?: Signal;
  /** The candidates: services, databases, hosts. */
  readonly services: readonly string[];
  /** Caller and callee. */
  readonly calls: readonly Call[];
  readonly series: readonly Series[];
  /** What users notice: metrics of the front door. They show the symptom when the alert does not. */
  readonly front?: readonly Series[];
  readonly spans?: SpanSets;
  readonly logs?: LogSets;
  /** Earlier incidents. Their minutes are no reference. */
  readonly disturbed?: readonly TimeRange[];
}

/** The four golden signals, and `saturation` for everything else that a service or host reports about itself. */
export type Signal = "latency" | "errors" | "traffic" | "saturation";

export interface Call {
  readonly caller: string;
  readonly callee: string;
}

export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** A metric of a service, or of the calls between two services. */
export interface Series {
  readonly service: string;
  /** Set for a metric of the calls from `service` to `callee`. */
  readonly callee?: string;
  readonly metric: string;
  readonly stepMs: number;
  /** The start of each step. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** Usual values, in order of time. */
  readonly reference: readonly (number | null)[];
}

export interface SpanSets {
  /** Spans around `at`. */
  readonly current: Spans;
  /** Spans of usual operation. */
  readonly reference?: Spans;
}

/** Spans as columns. The names of services and operations are listed once. */
export interface Spans {
  readonly services: readonly string[];
  readonly operations: readonly string[];
  readonly trace: ArrayLike<number>;
  /** The index of the parent in these columns, or -1. */
  readonly parent: ArrayLike<number>;
  readonly service: ArrayLike<number>;
  readonly operation: ArrayLike<number>;
  readonly start: ArrayLike<number>;
  readonly duration: ArrayLike<number>;
  /** 1 for a failed span. */
  readonly failed?: ArrayLike<number>;
  /** 1 for the caller's side of a call. */
  readonly asks?: ArrayLike<number>;
  /** 1 for a call that only its caller has seen. */
  readonly peer?: ArrayLike<number>;
  /** Where each span ran, as an index of `hosts`, or -1. */
  readonly host?: ArrayLike<number>;
  readonly hosts?: readonly string[];
  /** The version of the service of each span, as an index of `versions`, or -1. */
  readonly version?: ArrayLike<number>;
  readonly versions?: readonly string[];
}

export interface LogSets {
  readonly current: Logs;
  readonly reference?: Logs;
  /** The times that the sets cover. Without them lines are not counted, only matched to their spans. */
  readonly windows?: { readonly current: TimeRange; readonly reference: TimeRange };
}

export interface Logs {
  readonly services: readonly string[];
  readonly at: ArrayLike<number>;
  readonly service: ArrayLike<number>;
  /** The index of the line's span in the spans of the same set, or -1. */
  readonly span: ArrayLike<number>;
  readonly text: readonly string[];
}
