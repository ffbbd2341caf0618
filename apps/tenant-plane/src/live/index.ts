import { type EventType, eventAccess, type operations } from "@opsplane/contract";
import { type Database, type EventStream, type HandlersOf, openEventStream, sql } from "@opsplane/runtime";
import type { Batch, Hub } from "./hub.ts";

export { type Hub, openHub } from "./hub.ts";

export interface LiveStreams {
  handlers: HandlersOf<typeof operations.events>;
  /** Ends the streams whose token is worth nothing any more. */
  recheck(): void;
  /** Ends every stream, so that the server can stop; clients come back with their last id. */
  close(): void;
}

const mostBacklog = 1024 * 1024;
const recheckMs = 10_000;

export function liveStreams(hub: Hub, isValid: (token: string) => Promise<boolean>): LiveStreams {
  const open = new Map<EventStream, string>();
  const recheck = () => {
    for (const [stream, token] of open) void isValid(token).then((valid) => valid || stream.end());
  };
  const timer = setInterval(recheck, recheckMs);
  return {
    recheck,
    close: () => {
      clearInterval(timer);
      for (const stream of open.keys()) stream.end();
    },
    handlers: {
      stream: async ({ request, reply, principal, query }) => {
        const header = request.headers["last-event-id"];
        const since = typeof header === "string" && header !== "" ? header : query.last_event_id;
        const stream = openEventStream(request, reply);
        open.set(stream, request.headers.authorization?.split(" ")[1] ?? "");
        const hear = (batch: Batch | "reset") => {
          if (batch === "reset" || stream.backlog() > mostBacklog) return stream.send({ type: "reset", data: {} });
          for (const event of batch.events) {
            if (maySee(event.type, principal.permissions))
              stream.send({ id: batch.cursor, type: "change", data: shown(event) });
          }
        };
        let unsubscribe = () => {};
        let closed = false;
        stream.onClose(() => {
          closed = true;
          open.delete(stream);
          unsubscribe();
        });
        const { cursor, remove } = await hub.subscribe(principal.tenantId, since, hear);
        unsubscribe = remove;
        if (closed) remove();
        // From here on nothing is missed, also by a client that goes away before the first change.
        stream.send({ id: cursor, type: "ready", data: {} });
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

const gatherMs = 20;

/** Wakes the streams here at once and those of other instances soon: many commits in a moment make one signal. */
export function announcer(database: Database, hub: Hub): () => void {
  let gathering = false;
  return () => {
    hub.wake();
    if (gathering) return;
    gathering = true;
    setTimeout(() => {
      gathering = false;
      database.system.run(sql`select pg_notify('opsplane_events', '')`).catch(() => undefined);
    }, gatherMs);
  };
}
