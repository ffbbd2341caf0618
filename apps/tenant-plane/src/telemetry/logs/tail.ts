import { setTimeout as pause } from "node:timers/promises";
import { operations } from "@opsplane/contract";
import { type Clock, type EventStream, Failure, type HandlersOf } from "@opsplane/runtime";
import { type CurrentPrincipal, type GuardedStream, openStreams, type Streams } from "../../streams.ts";
import type { ReadTelemetry } from "../reader.ts";
import { matching } from "./filter.ts";
import { follow, type News } from "./store/follow.ts";

export interface Tails extends Pick<Streams, "recheck" | "close"> {
  tail: HandlersOf<typeof operations.logs>["tail"];
}

const lookMs = 1_000;
const longestMs = 15 * 60_000;
const maxBacklog = 1024 * 1024;
const maxOfTenant = 20;

const { access: permission, module } = operations.logs.tail;

/** Streams of new records. */
export function openTails(read: ReadTelemetry, currentPrincipal: CurrentPrincipal, clock: Clock): Tails {
  const streams = openStreams({ currentPrincipal, seats: maxOfTenant, named: "streams that follow logs" });
  return {
    recheck: streams.recheck,
    close: streams.close,
    tail: async (context) => {
      const { reply, query } = context;
      const look = follow(read(context), matching(query));
      // A reply that is already destroyed emits no close event.
      if (reply.raw.destroyed) return undefined;
      streams.takeSeat(context);
      // Skips the existing records. An invalid search fails here, before the stream is open.
      await look(clock.now());
      if (reply.raw.destroyed) return undefined;
      const stream = streams.open(context, { permission, module });
      const over = new AbortController();
      stream.onClose(() => over.abort());
      stream.send({ type: "ready", data: {} });
      void sendNewRecords(stream, () => look(clock.now()), over.signal).finally(() => stream.end());
      return undefined;
    },
  };
}

/** Reads once a second until the stream is closed, its reader loses access, or the maximum duration is over. */
async function sendNewRecords(stream: GuardedStream, look: () => Promise<News>, over: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  let paused = false;
  while (performance.now() - startedAt < longestMs) {
    await pause(lookMs, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    // A slow client gets fewer updates, and then the number of skipped records.
    if (stream.backlog() > maxBacklog) continue;
    const news = await look().catch(reasonOf);
    if (over.aborted || !(await stream.reader())) return;
    paused = sendNews(stream, news, paused);
  }
}

/** Returns whether the stream is now paused. Sends `paused` and `resumed` once per outage of ClickHouse. */
function sendNews(stream: EventStream, news: News | { reason: string }, paused: boolean): boolean {
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
