import { operations, urlOf, type WorkflowRun } from "@opsplane/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { followStream, type LiveStatus } from "../../live/stream.ts";
import { useSession } from "../../session/context.tsx";
import { workflowKeys } from "../queries.ts";

/** Keeps an open run current by its stream, until it ends. */
export function useFollowRun({ id, reference }: Pick<WorkflowRun, "id" | "reference">, isOpen: boolean): LiveStatus {
  const session = useSession();
  const client = useQueryClient();
  const [status, setStatus] = useState<LiveStatus>("connecting");
  useEffect(() => {
    if (!isOpen) return;
    const stop = new AbortController();
    void followStream({
      open: async (_lastId, signal) => {
        const headers = { ...(await session.headers()), accept: "text/event-stream" };
        const url = urlOf(operations.workflows.streamRun, { params: { id } });
        return session.fetch(url, { headers, signal, cache: "no-store" });
      },
      lastId: () => undefined,
      onMessage: ({ event, data }) => {
        if (event === "state") {
          const run: WorkflowRun = JSON.parse(data);
          client.setQueryData(workflowKeys.run(reference), run);
        } else if (event === "end") {
          stop.abort();
          void client.invalidateQueries({ queryKey: workflowKeys.runs });
        }
      },
      onStatus: setStatus,
      liveOn: "state",
      network: window,
      signal: stop.signal,
    });
    return () => stop.abort();
  }, [session, client, id, reference, isOpen]);
  return status;
}
