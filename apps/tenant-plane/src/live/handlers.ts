import { type EventSpec, eventSpecs, type operations } from "@opsplane/contract";
import type { HandlersOf, Principal } from "@opsplane/runtime";
import { type CurrentPrincipal, type GuardedStream, openStreams, type Streams } from "../streams.ts";
import type { Batch, Hub } from "./hub.ts";

export interface LiveStreams extends Pick<Streams, "recheck" | "close"> {
  handlers: HandlersOf<typeof operations.events>;
}

const maxBacklog = 1024 * 1024;
const maxHeld = 1_000;

export function liveStreams(hub: Hub, currentPrincipal: CurrentPrincipal, seats: number): LiveStreams {
  const streams = openStreams({ currentPrincipal, seats, named: "event streams" });
  return {
    recheck: streams.recheck,
    close: streams.close,
    handlers: {
      stream: async (context) => {
        const { request, principal, query } = context;
        const header = request.headers["last-event-id"];
        const since = typeof header === "string" && header !== "" ? header : query.last_event_id;
        streams.takeSeat(context);
        const stream = streams.open(context, {});
        let unsubscribe = () => {};
        let closed = false;
        stream.onClose(() => {
          closed = true;
          unsubscribe();
        });
        const { cursor, remove } = await hub.subscribe(principal.tenantId, since, listener(stream));
        unsubscribe = remove;
        if (closed) remove();
        // The cursor lets a client resume even if it disconnects before the first event.
        stream.send({ id: cursor, type: "ready", data: {} });
        return undefined;
      },
    },
  };
}

type Delivery = Batch | "reset";

/** Sends the events that the reader may see. While the reader is being checked, events wait. */
function listener(stream: GuardedStream): (delivery: Delivery) => void {
  let held: Delivery[] | undefined;
  const release = async () => {
    let reader = stream.reader();
    while (reader instanceof Promise) {
      await reader;
      reader = stream.reader();
    }
    const waiting = held ?? [];
    held = undefined;
    for (const each of waiting) send(stream, each, reader);
  };
  return (delivery) => {
    const reader = stream.reader();
    if (held) held = held.length < maxHeld ? [...held, delivery] : ["reset"];
    else if (!(reader instanceof Promise)) send(stream, delivery, reader);
    else {
      held = [delivery];
      void release();
    }
  };
}

function send(stream: GuardedStream, delivery: Delivery, reader: Principal | undefined): void {
  if (!reader) return;
  if (delivery === "reset" || stream.backlog() > maxBacklog) {
    stream.send({ type: "reset", data: {} });
    return;
  }
  for (const { type, frame } of delivery) if (maySee(type, reader)) stream.write(frame);
}

const specs: ReadonlyMap<string, EventSpec> = new Map(eventSpecs.map((spec) => [spec.type, spec]));

function maySee(type: string, { permissions, entitlements }: Principal): boolean {
  const spec = specs.get(type);
  if (!spec) return false;
  const isAllowed = spec.access === "signed_in" || permissions.has(spec.access);
  return isAllowed && (spec.module === undefined || entitlements.modules.has(spec.module));
}
