import { type EventType, eventAccess, type operations } from "@opsplane/contract";
import { type EventStream, type HandlersOf, openEventStream } from "@opsplane/runtime";
import type { Batch, Hub } from "./hub.ts";

export { type Hub, openHub } from "./hub.ts";

export interface LiveStreams {
  handlers: HandlersOf<typeof operations.events>;
  /** Ends every stream, so that the server can stop; clients come back with their last id. */
  endAll(): void;
}

const mostBacklog = 1024 * 1024;

export function liveStreams(hub: Hub, isValid: (token: string) => Promise<boolean>): LiveStreams {
  const open = new Set<EventStream>();
  return {
    endAll: () => {
      for (const stream of open) stream.end();
    },
    handlers: {
      stream: async ({ request, reply, principal, query }) => {
        const header = request.headers["last-event-id"];
        const since = typeof header === "string" && header !== "" ? header : query.last_event_id;
        const token = request.headers.authorization?.split(" ")[1] ?? "";
        const stream = openEventStream(request, reply);
        open.add(stream);
        const hear = (batch: Batch | "reset") => {
          if (batch === "reset" || stream.backlog() > mostBacklog) return stream.send({ type: "reset", data: {} });
          for (const event of batch.events) {
            if (maySee(event.type, principal.permissions))
              stream.send({ id: batch.cursor, type: "change", data: shown(event) });
          }
        };
        // A stream outlives its token by nothing: a revoked or expired one ends at the next look.
        const check = setInterval(() => {
          void isValid(token).then((valid) => valid || stream.end());
        }, 5_000);
        let unsubscribe = () => {};
        let closed = false;
        stream.onClose(() => {
          closed = true;
          clearInterval(check);
          open.delete(stream);
          unsubscribe();
        });
        unsubscribe = await hub.subscribe(principal.tenantId, since, hear);
        if (closed) unsubscribe();
        return undefined;
      },
    },
  };
}

function maySee(type: string, permissions: ReadonlySet<string>): boolean {
  return Object.hasOwn(eventAccess, type) && permissions.has(eventAccess[type as EventType]);
}

function shown({ type, subject_id, actor, data, created_at }: Batch["events"][number]) {
  return { type, subject_id, actor, data, created_at };
}
