import { type Execution, isRunOpen, type OutputChunk, operations, urlOf } from "@opsplane/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { SseMessage } from "../../live/sse.ts";
import { followStream, type LiveStatus } from "../../live/stream.ts";
import { useSession } from "../../session/context.tsx";
import { replaceExecution } from "../mutations.ts";
import { noOutput, type Output, withChunks } from "./output.ts";

export interface Followed {
  output: Output;
  status: LiveStatus | "ended";
}

/** Output arrives in many small chunks; they are shown together. */
const flushMs = 60;

/**
 * Follows an execution: its record goes into the cache, its output is kept here. Reconnects from the last chunk. A retried
 * execution, which is open again, is followed again.
 */
export function useFollowed(execution: Pick<Execution, "id" | "status"> | undefined): Followed {
  const session = useSession();
  const client = useQueryClient();
  const [output, setOutput] = useState<{ id: string; lines: Output }>();
  /** The last chunk that was received, so that nothing is read twice. */
  const cursor = useRef<{ id: string; last: string | undefined }>(undefined);
  const [status, setStatus] = useState<Followed["status"]>("connecting");
  const id = execution?.id;
  const isOpen = execution !== undefined && isRunOpen(execution);
  const [ended, setEnded] = useState<string>();
  // The stream of an execution ends with it. Opening again needs a new one.
  const wanted = id !== undefined && (isOpen || ended !== id);

  useEffect(() => {
    if (id === undefined || !wanted) return;
    const stop = new AbortController();
    const at = cursor.current?.id === id ? cursor.current : { id, last: undefined };
    cursor.current = at;
    let waiting: OutputChunk[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      const chunks = waiting;
      waiting = [];
      setOutput((now) => ({ id, lines: withChunks(now?.id === id ? now.lines : noOutput, chunks) }));
    };
    const receive = ({ event, id: seq, data }: SseMessage) => {
      if (event === "state") replaceExecution(client, JSON.parse(data));
      if (event === "output") {
        // A reconnect may repeat what was just received.
        if (seq !== undefined && at.last !== undefined && Number(seq) <= Number(at.last)) return;
        at.last = seq ?? at.last;
        waiting.push(JSON.parse(data));
        timer ??= setTimeout(flush, flushMs);
      }
      if (event === "end") {
        setStatus("ended");
        setEnded(id);
        stop.abort();
      }
    };
    void followStream({
      open: async (_last, signal) => {
        const headers: Record<string, string> = { ...(await session.headers()), accept: "text/event-stream" };
        if (at.last) headers["last-event-id"] = at.last;
        const url = urlOf(operations.executions.stream, { params: { id } });
        return session.fetch(url, { headers, signal, cache: "no-store" });
      },
      lastId: () => at.last,
      onMessage: receive,
      onStatus: setStatus,
      liveOn: "state",
      network: window,
      signal: stop.signal,
    });
    return () => {
      stop.abort();
      clearTimeout(timer);
      if (waiting.length > 0) flush();
    };
  }, [session, client, id, wanted]);

  return { output: output?.id === id ? (output?.lines ?? noOutput) : noOutput, status };
}
