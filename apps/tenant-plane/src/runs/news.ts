import { type Database, type Log, sql } from "@opsplane/runtime";

/** Says when runs that people follow have changed, with one look for all of them. */
export interface RunNews {
  /** Resolves with the state of the run once it is not `seen`, or with undefined after a while. */
  changed(runId: string, seen: string | undefined): Promise<string | undefined>;
  close(): void;
}

interface Followed {
  state: string | undefined;
  waiting: Set<(state: string | undefined) => void>;
}

const lookMs = 400;
const patienceMs = 2_000;
/** A run that nobody asked about for so long is no longer looked at. */
const keptMs = 10_000;

export function openRunNews({ database, log }: { database: Database; log: Log }): RunNews {
  const followed = new Map<string, Followed & { askedAt: number }>();
  let timer: NodeJS.Timeout | undefined;

  const look = async () => {
    const now = Date.now();
    for (const [id, { askedAt, waiting }] of followed)
      if (waiting.size === 0 && now - askedAt > keptMs) followed.delete(id);
    const found = await database.system.rows<{ id: string; state: string }>(sql`
      select id, version || ' ' || output_bytes || ' ' || coalesce(finished_at::text, '') as state
      from runs where id = any (${[...followed.keys()]}::uuid[])`);
    for (const { id, state } of found) {
      const run = followed.get(id);
      if (!run || run.state === state) continue;
      run.state = state;
      for (const answer of run.waiting) answer(state);
    }
  };
  const plan = () => {
    timer ??= setTimeout(async () => {
      await look().catch((error: unknown) => log.debug({ error: String(error) }, "looking for changed runs failed"));
      timer = undefined;
      if (followed.size > 0) plan();
    }, lookMs).unref();
  };

  return {
    changed: (runId, seen) => {
      const run = followed.get(runId) ?? { state: undefined, waiting: new Set(), askedAt: 0 };
      run.askedAt = Date.now();
      followed.set(runId, run);
      plan();
      if (run.state !== undefined && run.state !== seen) return Promise.resolve(run.state);
      return new Promise((resolve) => {
        const answer = (state: string | undefined) => {
          if (state !== undefined && state === seen) return;
          run.waiting.delete(answer);
          clearTimeout(tooLong);
          resolve(state);
        };
        const tooLong = setTimeout(() => answer(undefined), patienceMs).unref();
        run.waiting.add(answer);
      });
    },
    close: () => {
      clearTimeout(timer);
      for (const { waiting } of followed.values()) for (const answer of waiting) answer(undefined);
      followed.clear();
    },
  };
}
