import { type SpanRow, spansFrom } from "./columns.ts";
import type { RcaInput } from "./input.ts";

/** Builders for a shop: front calls cart and mail, cart calls stock, stock asks its database. Callers have client spans. */

export const at = Date.UTC(2026, 0, 5, 12);
export const minute = 60_000;

/** A call and what follows from it. */
export interface Request {
  service: string;
  ms: number;
  failed?: boolean;
  /** It sends no span, so that only its caller's client span is seen. */
  unseen?: boolean;
  /** Nor does its caller's span name it. */
  nameless?: boolean;
  /** Its caller waits no longer than this, and fails. */
  limitMs?: number;
  /** The way there takes so long. */
  wayMs?: number;
  host?: string;
  version?: string;
  /** It is sent to this broker, which answers after so long. What takes the message does so later. */
  by?: { broker: string; ms: number };
  children?: Request[];
}

/** The spans of a request: those of services, and a client span for each call. */
function rowsOf(root: Request, trace: string, start: number): SpanRow[] {
  const rows: SpanRow[] = [];
  const row = (more: Partial<SpanRow>) =>
    rows.push({
      ...{ trace, id: `${rows.length}`, parent: "", service: "", operation: "", start, duration: 0, failed: false },
      ...{ peer: "", host: "", kind: "server", version: "" },
      ...more,
    });
  const serve = (request: Request, parent: string, from: number): number => {
    const { service, ms, failed = false, children = [], host = "", version = "" } = request;
    const id = `${rows.length}`;
    row({ ...{ id, parent, service, host, version }, operation: `do ${service}`, start: from, failed });
    let now = from + ms;
    for (const child of children) now = ask(child, request, id, now);
    rows[Number(id)] = { ...(rows[Number(id)] as SpanRow), duration: now - from };
    return now;
  };
  const ask = (child: Request, { service, host = "", version = "" }: Request, parent: string, from: number): number => {
    const { by, wayMs = 0.5, nameless = false, limitMs } = child;
    const id = `${rows.length}`;
    const peer = nameless ? "" : (by?.broker ?? child.service);
    const kind = by ? "producer" : "client";
    row({ ...{ id, parent, service, host, version, peer, kind }, operation: `call ${child.service}`, start: from });
    const answered = child.unseen
      ? from + child.ms
      : serve(child, id, from + wayMs + (by ? by.ms + 50 : 0)) + wayMs - 0.5;
    const ends = by ? from + by.ms : answered;
    const until = Math.min(ends, from + (limitMs ?? Number.POSITIVE_INFINITY));
    const failed = limitMs !== undefined ? ends > until : !by && child.failed === true;
    rows[Number(id)] = { ...(rows[Number(id)] as SpanRow), duration: until - from, failed };
    return until;
  };
  serve(root, "", start);
  return rows;
}

/** A request a second for ten minutes as usual, then three minutes as given. */
export function input(
  during: (index: number) => Request,
  more: Partial<RcaInput> = {},
  usual: (index: number) => Request = () => shop(),
): RcaInput {
  const wave = (request: Request, index: number): Request => ({
    ...request,
    ms: request.ms * (1 + 0.1 * Math.sin(index * 7)),
    children: (request.children ?? []).map((child) => wave(child, index + 1)),
  });
  const rows = (count: number, from: number, shape: (index: number) => Request) =>
    Array.from({ length: count }, (_, index) =>
      rowsOf(wave(shape(index), index), `${from}-${index}`, from + index * 1_000),
    ).flat();
  return {
    ...{ at, services: ["front", "cart", "stock", "mail", "db", "cache"], calls: [], series: [] },
    spans: {
      reference: spansFrom(rows(600, at - 40 * minute, usual)).spans,
      current: spansFrom([...rows(120, at - 2 * minute, usual), ...rows(180, at, during)]).spans,
    },
    ...more,
  };
}

export interface Shop {
  front?: Partial<Request>;
  cart?: Partial<Request>;
  stock?: Partial<Request>;
  mail?: Partial<Request>;
  below?: Request[];
}

export function shop({
  front,
  cart,
  stock,
  mail,
  below = [{ service: "db", ms: 5, unseen: true }],
}: Shop = {}): Request {
  const leaf: Request = { service: "stock", ms: 8, children: below, ...stock };
  return {
    ...{ service: "front", ms: 10 },
    children: [
      { service: "cart", ms: 6, children: [leaf], ...cart },
      { service: "mail", ms: 4, ...mail },
    ],
    ...front,
  };
}
