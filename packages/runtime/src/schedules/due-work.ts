import type { Log } from "../log.ts";
import type { Database } from "../postgres/database.ts";
import { type Sql, sql } from "../postgres/sql.ts";
import { forgetFailedTries, mayTry, noteFailedTry } from "../set-aside.ts";
import type { Schedule, Tick } from "./schedule.ts";

export interface DueRow {
  tenantId: string;
  id: string;
}

/** Rows of all tenants that are due, each performed by itself. */
export interface DueWork<Row extends DueRow> {
  /** The name of the schedule, and the kind of its work in the list of what failed. */
  name: string;
  everyMs: number;
  /** Selects "tenantId", id and due_at of what is due, and what else `perform` needs. Only rows for whose id `may` is true. */
  due(may: (id: Sql) => Sql): Sql;
  perform(row: Row, tick: Tick): Promise<unknown>;
}

/** Rows that are found at once. */
const most = 200;

/**
 * Tenants take turns. A row that fails is tried again after a pause and set aside after some tries, so that it never holds up the
 * others. It goes on until nothing new is due.
 */
export function dueWork<Row extends DueRow>(
  { database, log }: { database: Database; log: Log },
  { name, everyMs, due, perform }: DueWork<Row>,
): Schedule {
  const query = sql`
    select * from (
      select *, row_number() over (partition by "tenantId" order by due_at) as turn from (${due((id) => mayTry(name, id))}) as due
    ) as in_turns
    left join lateral (select true as "hasFailed" from set_aside where kind = ${name} and work_id = in_turns.id::text) as noted on true
    order by turn, due_at limit ${most}`;
  const attempt = async (row: Row & { hasFailed: true | null }, tick: Tick) => {
    try {
      await perform(row, tick);
      if (row.hasFailed) await forgetFailedTries(database.system, name, row.id);
    } catch (error) {
      if (tick.signal.aborted) throw error;
      const { tenantId, id } = row;
      const isLast = await noteFailedTry(database.system, { tenantId, kind: name, workId: id, error });
      const what = isLast ? "work was set aside after its last try" : "work failed, and is tried again later";
      log.error({ err: error, tenant: tenantId, work: name, id }, what);
    }
  };
  return {
    name,
    everyMs,
    runsOn: "one-worker",
    run: async (tick) => {
      const seen = new Set<string>();
      for (let found = most; found === most; ) {
        // A row that is still due has nothing to do now.
        const fresh = (await database.system.rows<Row & { hasFailed: true | null }>(query)).filter(
          ({ id }) => !seen.has(id),
        );
        for (const row of fresh) {
          tick.signal.throwIfAborted();
          seen.add(row.id);
          await attempt(row, tick);
        }
        found = fresh.length;
      }
    },
  };
}
