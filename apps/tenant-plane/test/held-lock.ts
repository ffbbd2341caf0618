import pg from "pg";

export interface HeldLock {
  /** The number of server statements that wait for the lock. */
  waiting(): Promise<number>;
  release(): Promise<void>;
}

/** Locks a table: every statement on it waits until `release`. */
export async function holdTable(databaseUrl: string, table: string): Promise<HeldLock> {
  const [holder, observer] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  await Promise.all([holder.connect(), observer.connect()]);
  await holder.query("begin");
  await holder.query(`lock table ${table} in access exclusive mode`);
  return {
    waiting: async () => {
      const { rows } = await observer.query<{ waiting: string }>(
        `select count(*) as waiting from pg_stat_activity
         where datname = current_database() and application_name = 'opsplane' and state = 'active' and wait_event_type = 'Lock'`,
      );
      return Number(rows[0]?.waiting);
    },
    release: async () => {
      await holder.query("rollback");
      await Promise.all([holder.end(), observer.end()]);
    },
  };
}
