import { type LogRecord, operations, urlOf } from "@opsplane/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import type { SseMessage } from "../live/sse.ts";
import { followStream, type LiveStatus } from "../live/stream.ts";
import { useSession } from "../session/context.tsx";
import type { LogFilter } from "./log-search.ts";

/** The newest lines that are kept. */
export const maxTail = 5_000;

export interface LiveTail {
  records: readonly LogRecord[];
  status: LiveStatus | "paused by the server";
  paused: boolean;
  /** Lines that arrived while paused. */
  waiting: number;
  /** Lines that the server left out of a flood. */
  skipped: number;
  setPaused: (paused: boolean) => void;
}

/** Follows new records that match, newest first. Pausing keeps the shown lines; new ones wait. */
export function useLiveTail(filter: LogFilter, enabled: boolean): LiveTail {
  const session = useSession();
  const [status, setStatus] = useState<LiveTail["status"]>("connecting");
  const [records, setRecords] = useState<readonly LogRecord[]>([]);
  const [skipped, setSkipped] = useState(0);
  const [paused, setPausedState] = useState(false);
  const [waiting, setWaiting] = useState(0);
  const held = useRef<{ paused: boolean; records: readonly LogRecord[] }>({ paused: false, records: [] });
  const asked = JSON.stringify(filter);

  useEffect(() => {
    if (!enabled) return;
    held.current = { paused: false, records: [] };
    setRecords([]);
    setSkipped(0);
    setWaiting(0);
    setPausedState(false);
    const stop = new AbortController();
    const spec = operations.logs.tail;
    const query: LogFilter = JSON.parse(asked);
    const receive = (arrived: readonly LogRecord[]) => {
      if (held.current.paused) {
        held.current.records = withNewest(held.current.records, arrived);
        setWaiting(held.current.records.length);
      } else setRecords((now) => withNewest(now, arrived));
    };
    void followStream({
      open: async (_lastId, signal) => {
        const headers = { ...(await session.headers()), accept: "text/event-stream" };
        return session.fetch(urlOf(spec, { query }), { headers, signal, cache: "no-store" });
      },
      lastId: () => undefined,
      onMessage: (message) => handle(message, { receive, setStatus, setSkipped }),
      onStatus: setStatus,
      network: window,
      signal: stop.signal,
    });
    return () => stop.abort();
  }, [session, asked, enabled]);

  const setPaused = useCallback((next: boolean) => {
    const { records: late } = held.current;
    held.current = { paused: next, records: [] };
    setPausedState(next);
    setWaiting(0);
    if (!next && late.length > 0) setRecords((now) => withNewest(now, late.toReversed()));
  }, []);
  return { records, status, paused, waiting, skipped, setPaused };
}

interface Receiver {
  receive: (records: readonly LogRecord[]) => void;
  setStatus: (status: LiveTail["status"]) => void;
  setSkipped: (change: (now: number) => number) => void;
}

function handle({ event, data }: SseMessage, { receive, setStatus, setSkipped }: Receiver): void {
  if (event === "logs") receive(JSON.parse(data));
  else if (event === "skipped") setSkipped((now) => now + Number(JSON.parse(data).skipped));
  else if (event === "paused") setStatus("paused by the server");
  else if (event === "resumed") setStatus("live");
}

/** Newest first. `arrived` is oldest first, as the stream sends it. */
export function withNewest(records: readonly LogRecord[], arrived: readonly LogRecord[]): readonly LogRecord[] {
  return [...arrived.toReversed(), ...records].slice(0, maxTail);
}
