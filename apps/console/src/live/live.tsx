import { type LiveEvent, operations } from "@opsplane/contract";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useSession } from "../session/context.tsx";
import { createInvalidator, type StaleRules } from "./invalidation.ts";
import { openSharedStream } from "./shared-stream.ts";
import type { SseMessage } from "./sse.ts";
import type { LiveStatus } from "./stream.ts";

interface Connection {
  status: LiveStatus;
  /** The time until which all changes have arrived, in ISO 8601. It only matters while the stream is not live. */
  currentUntil: string;
}

const LiveContext = createContext<Connection>({ status: "connecting", currentUntil: "" });

interface LiveProviderProps {
  userId: string;
  /** Must be the same list on every render. */
  rules: readonly StaleRules[];
  children: ReactNode;
}

/** Keeps the screen up to date: follows the live stream and refetches what its events make stale. */
export function LiveProvider({ userId, rules, children }: LiveProviderProps) {
  const session = useSession();
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>(() => ({ status: "connecting", currentUntil: now() }));

  useEffect(() => {
    const stale = createInvalidator(client, rules);
    let resumable = false;
    const close = openSharedStream({
      name: `opsplane-live:${userId}`,
      open: async (lastId, signal) => {
        const headers: Record<string, string> = { ...(await session.headers()), accept: "text/event-stream" };
        if (lastId) headers["last-event-id"] = lastId;
        return session.fetch(operations.events.stream.path, { headers, signal, cache: "no-store" });
      },
      onStatus: (next) => {
        // Without an id to resume from, data that was loaded before this connection may be stale.
        if (next === "live" && !resumable) stale.everything();
        setConnection((before) => ({
          status: next,
          currentUntil: before.status === "live" || next === "live" ? now() : before.currentUntil,
        }));
      },
      onMessage: (message) => {
        resumable ||= message.id !== undefined;
        const event = eventOf(message);
        if (message.event === "reset") stale.everything();
        else if (event) stale.event(event);
      },
    });
    return () => {
      close();
      stale.close();
    };
  }, [userId, session, client, rules]);

  return <LiveContext value={connection}>{children}</LiveContext>;
}

export function useConnection(): Connection {
  return useContext(LiveContext);
}

function now(): string {
  return new Date().toISOString();
}

function eventOf(message: SseMessage): LiveEvent | undefined {
  if (message.event === "reset" || message.data === "") return undefined;
  try {
    const parsed: LiveEvent = JSON.parse(message.data);
    return typeof parsed.type === "string" && typeof parsed.subject_id === "string" ? parsed : undefined;
  } catch {
    return undefined;
  }
}
