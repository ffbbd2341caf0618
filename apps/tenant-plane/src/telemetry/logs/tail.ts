import { setTimeout as pause } from "node:timers/promises";
import type { operations } from "@opsplane/contract";
import { type EventStream, Failure, fail, type HandlersOf, openEventStream } from "@opsplane/runtime";
import type { ReadTelemetry } from "../reads.ts";
import { matching } from "./filter.ts";
import { follow, type News } from "./follow.ts";
import { seatsPerTenant } from "./seats.ts";

export interface Tails {
  tail: HandlersOf<typeof operations.logs>["tail"];
  /** Ends every stream, so that the server can stop. */
  close(): void;
}

const lookMs = 1_000;
const recheckMs = 10_000;
const longestMs = 15 * 60_000;
const mostBacklog = 1024 * 1024;
const mostOfTenant = 20;

/** Streams of new records. `isValid` says whether a token is still worth something. */
export function openTails(read: ReadTelemetry, isValid: (token: string) => Promise<boolean>): Tails {
  const open = new Set<EventStream>();
  const takeSeat = seatsPerTenant(mostOfTenant);
  let stopping = false;
  return {
    close: () => {
      stopping = true;
      for (const stream of open) stream.end();
    },
    tail: async (context) => {
      const { request, reply, principal, query } = context;
      const look = follow(read(context), matching(query));
      // Who has gone already is never heard to close.
      if (reply.raw.destroyed) return undefined;
      reply.raw.once("close", takeSeat(principal.tenantId));
      // What is there already is no news. A search that cannot be run is refused here, while there is no stream yet.
      await look(new Date());
      if (reply.raw.destroyed) return undefined;
      if (stopping) return fail("UNAVAILABLE", "This server is stopping; ask again.", { retryAfterSeconds: 1 });
      const stream = openEventStream(request, reply);
      const over = new AbortController();
      open.add(stream);
      stream.onClose(() => {
        open.delete(stream);
        over.abort();
      });
      stream.send({ type: "ready", data: {} });
      const token = request.headers.authorization?.split(" ")[1] ?? "";
      void keepTelling(stream, look, () => isValid(token), over.signal).finally(() => stream.end());
      return undefined;
    },
  };
}

/** Looks once a second, one look after the other, until the stream is closed, its token ends or it has lasted long enough. */
async function keepTelling(
  stream: EventStream,
  look: (now: Date) => Promise<News>,
  isWelcome: () => Promise<boolean>,
  over: AbortSignal,
): Promise<void> {
  const began = Date.now();
  let checked = began;
  let paused = false;
  while (Date.now() - began < longestMs) {
    await pause(lookMs, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    if (Date.now() - checked >= recheckMs) {
      if (!(await isWelcome())) return;
      checked = Date.now();
    }
    // A client that does not keep up hears less often, and then that something was skipped.
    if (stream.backlog() > mostBacklog) continue;
    const news = await look(new Date()).catch(reasonOf);
    if (over.aborted) return;
    paused = tell(stream, news, paused);
  }
}

/** Answers whether the stream is paused from here on. A store that is out of reach is told once, and once that it is back. */
function tell(stream: EventStream, news: News | { reason: string }, paused: boolean): boolean {
  if ("reason" in news) {
    if (!paused) stream.send({ type: "paused", data: news });
    return true;
  }
  if (paused) stream.send({ type: "resumed", data: {} });
  if (news.skipped > 0) stream.send({ type: "skipped", data: { skipped: news.skipped } });
  if (news.records.length > 0) stream.send({ type: "logs", data: news.records });
  return false;
}

function reasonOf(error: unknown): { reason: string } {
  return { reason: error instanceof Failure ? error.message : "The telemetry store does not answer." };
}
