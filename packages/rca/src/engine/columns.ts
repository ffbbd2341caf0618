import type { Logs, Spans } from "./input.ts";

type SpanKind = "unspecified" | "internal" | "server" | "client" | "producer" | "consumer";

/** A span as a store has it. */
export interface SpanRow {
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  readonly service: string;
  readonly operation: string;
  /** Unix milliseconds. */
  readonly start: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly failed: boolean;
  /** What a client span called, for callees that send no spans; empty otherwise. */
  readonly peer: string;
  readonly kind: SpanKind;
  /** Empty when it is not known. */
  readonly host: string;
  /** Of the service; empty when it does not say it. */
  readonly version: string;
}

export interface LogRow {
  readonly at: number;
  /** The service or host that the line is about. */
  readonly owner: string;
  readonly trace: string;
  readonly span: string;
  readonly text: string;
}

/** A gap at each side keeps the call apart from its caller. */
const edgeMs = 0.001;

/**
 * Spans as columns. A call without a span of its callee gets one: the time and the failure belong to the peer, be it a database that sends
 * no spans or a service that was never reached.
 */
export function spansFrom(rows: readonly SpanRow[]): { spans: Spans; indexOf(trace: string, span: string): number } {
  // By trace and then by span, because joining the two names of each span costs more than everything else here.
  const index = new Map<string, Map<string, number>>();
  for (const [at, { trace, id }] of rows.entries()) {
    const own = index.get(trace) ?? new Map<string, number>();
    index.set(trace, own.set(id, at));
  }
  const indexOf = (trace: string, span: string) => index.get(trace)?.get(span) ?? -1;
  const parents = rows.map(({ trace, parent }) => (parent === "" ? -1 : indexOf(trace, parent)));
  const answered = new Set<number>();
  for (const [at, row] of rows.entries()) {
    const parent = parents[at] ?? -1;
    if (parent >= 0 && rows[parent]?.service !== row.service) answered.add(parent);
  }
  // What takes a message later does not answer its sender.
  const unanswered = rows.flatMap((row, at) =>
    row.peer !== "" && row.peer !== row.service && (row.kind === "producer" || !answered.has(at)) ? [{ row, at }] : [],
  );
  const all = [
    ...rows.map((row, at) => ({ row, parent: parents[at] ?? -1 })),
    ...unanswered.map(({ row, at }) => ({
      row: {
        ...row,
        service: row.peer,
        kind: "unspecified" as const,
        host: "",
        version: "",
        start: row.start + edgeMs,
        duration: Math.max(0, row.duration - 2 * edgeMs),
      },
      parent: at,
    })),
  ];
  const [services, operations, hosts, versions, traces] = [names(), names(), names(), names(), names()];
  return {
    spans: {
      trace: Int32Array.from(all, ({ row }) => traces.of(row.trace)),
      parent: Int32Array.from(all, ({ parent }) => parent),
      service: Int32Array.from(all, ({ row }) => services.of(row.service)),
      operation: Int32Array.from(all, ({ row }) => operations.of(row.operation)),
      start: Float64Array.from(all, ({ row }) => row.start),
      duration: Float64Array.from(all, ({ row }) => row.duration),
      failed: Uint8Array.from(all, ({ row }) => (row.failed ? 1 : 0)),
      asks: Uint8Array.from(all, ({ row: { kind } }) => (kind === "client" || kind === "producer" ? 1 : 0)),
      peer: Uint8Array.from(all, (_, at) => (at < rows.length ? 0 : 1)),
      host: Int32Array.from(all, ({ row }) => (row.host === "" ? -1 : hosts.of(row.host))),
      version: Int32Array.from(all, ({ row }) => (row.version === "" ? -1 : versions.of(row.version))),
      versions: versions.list,
      services: services.list,
      operations: operations.list,
      hosts: hosts.list,
    },
    indexOf,
  };
}

export function logsFrom(rows: readonly LogRow[], indexOf: (trace: string, span: string) => number): Logs {
  const services = names();
  return {
    at: Float64Array.from(rows, ({ at }) => at),
    service: Int32Array.from(rows, ({ owner }) => services.of(owner)),
    span: Int32Array.from(rows, ({ trace, span }) => (span === "" ? -1 : indexOf(trace, span))),
    text: rows.map(({ text }) => text),
    services: services.list,
  };
}

/** Numbers names in the order in which they appear. */
function names(): { of(name: string): number; readonly list: string[] } {
  const numbers = new Map<string, number>();
  const list: string[] = [];
  return {
    of: (name) => {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, list.length);
      return list.push(name) - 1;
    },
    list,
  };
}
