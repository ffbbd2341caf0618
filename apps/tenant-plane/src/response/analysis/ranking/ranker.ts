import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RcaInput, Suspect } from "@opsplane/rca";
import { Failure, type Faults, type Log, openThreads } from "@opsplane/runtime";
import { suspectsOf } from "./suspects.ts";

export interface Ranker {
  /** Fails with a `Failure` only when the server stops. */
  rank(tenantId: string, input: RcaInput): Promise<readonly Suspect[]>;
  close(): Promise<void>;
}

export interface RankingJob {
  readonly tenantId: string;
  readonly input: RcaInput;
}

export interface RankingAnswer {
  readonly suspects: readonly Suspect[];
}

export interface RankerOptions {
  log: Log;
  faults: Faults;
  /** The bundled worker. */
  program?: string;
  maxMs?: number;
}

const bundled = fileURLToPath(new URL("./ranking-worker.js", import.meta.url));
const maxHeapMb = 1024;
/** A ranking takes a second; one that takes this long would never end. */
const defaultMaxMs = 60_000;

/**
 * Ranking compares tens of thousands of spans and lines, so it runs on a thread of its own and does not delay other requests.
 * Without a bundle (when run from source) it runs on the main thread.
 */
export function openRanker(options: RankerOptions): Ranker {
  const { log, faults, program = bundled, maxMs = defaultMaxMs } = options;
  if (!existsSync(program)) return { rank: async (_, input) => suspectsOf(input), close: async () => undefined };
  const threads = openThreads<RankingJob, RankingAnswer>({
    ...{ program, count: 1, maxHeapMb, maxMs },
    onDeath: (error) => {
      log.error({ error: error.message }, "a ranking died and its thread was replaced");
      faults.failed("root-cause ranking", error);
      return error;
    },
    interrupted: () => new Failure("UNAVAILABLE", "The server stops; try again.", { retryAfterSeconds: 1 }),
  });
  return {
    rank: async (tenantId, input) => {
      const { answer } = await threads.run({ tenantId, input });
      faults.worked("root-cause ranking");
      return answer.suspects;
    },
    close: threads.close,
  };
}
