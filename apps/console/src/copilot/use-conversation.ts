import { ApiError, type CopilotAnswer } from "@opsplane/contract";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useSession } from "../session/context.tsx";
import { streamAnswer } from "./stream-answer.ts";

export type Answered = Pick<
  CopilotAnswer,
  "id" | "answer" | "answered" | "citations" | "suggestions" | "engine" | "reading" | "not_understood"
>;

export interface Turn {
  key: string;
  question: string;
  /** While it is answered: what happens. */
  status?: string;
  /** The part of the answer that has arrived. */
  partial?: string;
  answer?: Answered;
  rating?: "up" | "down" | null;
  error?: ApiError;
  stopped?: true;
}

/** The conversation of the panel. It lives as long as the tab. */
export function useConversation(persona: string) {
  const session = useSession();
  const { pathname } = useLocation();
  const [conversationId, setConversationId] = useState<string>();
  const [turns, setTurns] = useState<Turn[]>([]);
  const running = useRef<AbortController>(undefined);
  const stop = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);
  const isBusy = turns.some(({ answer, error, stopped }) => !answer && !error && !stopped);

  const ask = async (query: string) => {
    const key = crypto.randomUUID();
    const change = (next: Partial<Turn>) =>
      setTurns((all) => all.map((each) => (each.key === key ? { ...each, ...next } : each)));
    const end = new AbortController();
    running.current = end;
    setTurns((all) => [...all, { key, question: query, status: "Thinking…" }]);
    let partial = "";
    const progress = {
      onStatus: (status: string) => change({ status: `${status}…` }),
      onText: (delta: string) => {
        partial += delta;
        change({ partial });
      },
    };
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const question = {
      query,
      persona,
      timezone,
      context: { route: pathname },
      ...(conversationId ? { conversation_id: conversationId } : {}),
    };
    try {
      const answer = await streamAnswer(session, question, progress, end.signal);
      change({ answer });
      if (answer.conversation_id !== null) setConversationId(answer.conversation_id);
    } catch (error) {
      if (end.signal.aborted) change({ stopped: true });
      else change({ error: error instanceof ApiError ? error : new ApiError(0, "ERROR", String(error), "") });
    }
  };

  const open = (id: string | undefined, before: Turn[]) => {
    stop();
    setConversationId(id);
    setTurns(before);
  };
  const rate = (id: string, rating: "up" | "down" | null) =>
    setTurns((all) => all.map((each) => (each.answer?.id === id ? { ...each, rating } : each)));
  return { turns, isBusy, ask, stop, open, rate, conversationId, route: pathname };
}
