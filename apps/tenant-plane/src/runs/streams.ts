import type { Permission } from "@opsplane/contract";
import type { Db, ReadContext } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { type GuardedStream, openStreams, type Streams } from "../streams.ts";
import { openRunNews } from "./news.ts";
import { readOutput } from "./store/output.ts";
import { getRun } from "./store/runs.ts";

/** Streams that follow runs. */
export interface RunStreams extends Pick<Streams, "recheck" | "close"> {
  /** Sends the record whenever it changes, and new output after a number. */
  follow(context: ReadContext, run: { id: string }, followed: Followed): Promise<void>;
}

interface Followed {
  permission: Permission;
  /** The record as the API shows it. */
  read(db: Db): Promise<object | undefined>;
  /** The last number that the client has; undefined when it needs no output. */
  after: number | undefined;
}

const slowMs = 400;
const chunksAtOnce = 200;
const maxBacklog = 1024 * 1024;

export function openRunStreams(core: Pick<Core, "currentPrincipal" | "config" | "database" | "log">): RunStreams {
  const { currentPrincipal, config, database } = core;
  const streams = openStreams({ currentPrincipal, seats: config.eventStreams, named: "run streams" });
  const news = openRunNews(core);
  return {
    recheck: streams.recheck,
    close: () => {
      streams.close();
      news.close();
    },
    follow: async (context, { id }, followed) => {
      streams.takeSeat(context);
      const stream = streams.open(context, { permission: followed.permission });
      let isOpen = true;
      stream.onClose(() => {
        isOpen = false;
      });
      // The stream outlives its request, so it has statements of its own.
      const look = follower(stream, database.tenant(context.principal.tenantId), id, followed);
      let found = await look();
      let seen: string | undefined;
      while (isOpen && found !== "end" && (await stream.reader())) {
        const state = found === "more" ? seen : await news.changed(id, seen);
        if (found === "nothing more" && state === undefined) continue;
        // A reader that is too slow gets the rest when it has caught up.
        if (stream.backlog() >= maxBacklog) await new Promise((resolve) => setTimeout(resolve, slowMs));
        else [seen, found] = [state, await look()];
      }
      stream.end();
    },
  };
}

/** Sends what is new at each call. */
function follower(stream: GuardedStream, db: Db, id: string, { read, after }: Followed) {
  let seq = after;
  let version = -1;
  return async (): Promise<"more" | "nothing more" | "end"> => {
    const run = await getRun(db, id);
    if (!run) return "end";
    const chunks = seq === undefined ? [] : await readOutput(db, id, { after: seq, limit: chunksAtOnce });
    for (const chunk of chunks) stream.send({ id: String(chunk.seq), type: "output", data: chunk });
    seq = chunks.at(-1)?.seq ?? seq;
    if (run.version !== version) {
      version = run.version;
      stream.send({ type: "state", data: (await read(db)) ?? {} });
    }
    if (chunks.length === chunksAtOnce) return "more";
    if (run.finished_at === null) return "nothing more";
    stream.send({ type: "end", data: {} });
    return "end";
  };
}
