/** What really happened, before senders decide what of it they tell. Times are Unix milliseconds. */
export interface Happened {
  spans: Span[];
  logs: Line[];
  measures: Measure[];
}

export interface Span {
  trace: number;
  id: number;
  /** The id of the parent, or -1. */
  parent: number;
  service: string;
  operation: string;
  kind: "server" | "client" | "producer" | "consumer";
  start: number;
  ms: number;
  error: string | undefined;
  host: string;
  instance: number;
  version: string;
  /** What a client span calls. */
  peer: string;
}

export interface Line {
  at: number;
  service: string;
  host: string;
  level: "info" | "warn" | "error";
  text: string;
  trace: number;
  span: number;
}

/** A figure that something has about itself. */
export interface Measure {
  at: number;
  thing: string;
  kind: "service" | "host" | "database" | "cache" | "broker";
  quantity: Quantity;
  /** Which one, of several in the thing: an instance or a queue. */
  part: string;
  value: number;
}

export type Quantity =
  | "requests"
  | "failed requests"
  | "latency"
  | "cpu"
  | "memory"
  | "threads busy"
  | "requests waiting"
  | "pool in use"
  | "pool waiting"
  | "gc pause"
  | "restarts"
  | "disk busy"
  | "disk free"
  | "network errors"
  | "connections"
  | "statements"
  | "statements waiting"
  | "lock waits"
  | "hit ratio"
  | "evictions"
  | "lookups"
  | "messages waiting"
  | "messages published"
  | "messages consumed"
  | "log lines";
