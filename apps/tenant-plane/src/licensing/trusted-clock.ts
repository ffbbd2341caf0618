import { type Clock, type Database, type Schedule, sql } from "@opsplane/runtime";

/** The time by which licenses expire. Setting the machine's clock back does not turn it back. */
export interface TrustedClock {
  now(): Date;
  /** It is at least this time, because a signed license was issued then. */
  observe(at: Date): void;
  /** Stores the newest time, and takes over what another instance stored. */
  save(): Promise<void>;
  /**
   * Starts again at a time that is known to be right, because a wrong clock may once have been far ahead. A license that is newer
   * than any before proves such a time.
   */
  restart(at: Date): Promise<void>;
  readonly schedule: Schedule;
}

interface Stored {
  newest: number;
  /** Grows with each restart. A greater one replaces what an instance remembers. */
  restarts: number;
}

const key = "trusted_time";

/** The newest time ever seen, plus the time that passed since then by a timer that nobody can set. */
export async function openTrustedClock(
  { system }: Database,
  clock: Clock,
  timer: () => number = () => performance.now(),
): Promise<TrustedClock> {
  let known: Stored = { newest: 0, restarts: 0 };
  let seenAt = timer();

  const now = () => {
    const at = timer();
    known.newest = Math.max(clock.now().getTime(), known.newest + (at - seenAt));
    seenAt = at;
    return new Date(known.newest);
  };
  const adopt = (stored: Stored) => {
    if (stored.restarts > known.restarts || stored.newest > known.newest) {
      known = { ...stored };
      seenAt = timer();
    }
  };
  const read = async () => {
    const row = await system.first<{ value: string }>(sql`select value from platform where key = ${key}`);
    if (row) adopt(JSON.parse(row.value));
  };
  const write = (stored: Stored) =>
    system.run(sql`
      insert into platform as known (key, value) values (${key}, ${JSON.stringify(stored)})
      on conflict (key) do update set value = excluded.value
      where ((known.value::jsonb) ->> 'restarts')::bigint < ${stored.restarts}
         or ((known.value::jsonb) ->> 'restarts')::bigint = ${stored.restarts} and ((known.value::jsonb) ->> 'newest')::float8 < ${stored.newest}`);
  const save = async () => {
    await read();
    now();
    await write(known);
  };
  await save();
  return {
    now,
    observe: (at) => {
      if (at > now()) adopt({ ...known, newest: at.getTime() });
    },
    save,
    restart: async (at) => {
      await read();
      adopt({ newest: at.getTime(), restarts: known.restarts + 1 });
      await write(known);
    },
    schedule: { name: "licensing.clock", everyMs: 60_000, runsOn: "every-instance", run: save },
  };
}
