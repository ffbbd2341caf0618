import { type FailedWork, type operations, workEvents } from "@opsplane/contract";
import { all, type Db, fail, giveUp, type HandlersOf, readPage, retryNow, sql } from "@opsplane/runtime";

export const workHandlers: HandlersOf<typeof operations.work> = {
  list: ({ db, query: { set_aside, limit = 50, offset = 0 } }) => {
    const where = all([sql`not given_up`, set_aside && sql`retry_at is null`]);
    return readPage<FailedWork>(db, {
      rows: sql`select ${columns} from set_aside where ${where} order by created_at desc, id desc limit ${limit} offset ${offset}`,
      from: sql`set_aside where ${where}`,
      limit,
      offset,
    });
  },

  retry: async ({ db, params: { id }, audit, announce }) => {
    const work = await lockWork(db, id);
    await retryNow(db, work);
    audit({ target: targetOf(work), before: { reason: work.reason, tries: work.tries } });
    announce(workEvents.changed, id, { kind: work.kind });
    return undefined;
  },

  dismiss: async ({ db, params: { id }, audit, announce }) => {
    const work = await lockWork(db, id);
    await giveUp(db, work);
    audit({ target: targetOf(work), before: { reason: work.reason, tries: work.tries } });
    announce(workEvents.changed, id, { kind: work.kind });
    return undefined;
  },
};

const columns = sql`id, kind, work_id, reason, tries, retry_at as next_try_at, created_at`;

async function lockWork(db: Db, id: string): Promise<FailedWork> {
  const found = await db.first<FailedWork>(
    sql`select ${columns} from set_aside where id = ${id} and not given_up for update`,
  );
  return found ?? fail("NOT_FOUND", `There is no failed work ${id}.`);
}

function targetOf({ id, kind, work_id }: FailedWork) {
  return { type: "work", id, name: `${kind} ${work_id}` };
}
