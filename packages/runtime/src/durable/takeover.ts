import { newId } from "../ids.ts";
import type { Db, Transaction } from "../postgres/database.ts";
import { sql } from "../postgres/sql.ts";
import type { QueueSpec } from "./workflow.ts";

/**
 * Work that an instance held when it ended without a goodbye may have ended it. Such work starts one after the other, so that the one
 * which does it again is known. After a second time each is tried alone.
 */
export const suspectQueue: QueueSpec = { name: "suspects", concurrency: 50, share: 50, startsPerSecond: 1 };
export const aloneQueue: QueueSpec = { name: "suspects-alone", concurrency: 1, share: 1 };

/** Work is tried twice after the first instance that ended with it. */
const maxDeaths = 3;
const deadlyReason = "The server ended each time while this ran. It was not tried again.";

export interface Takeover {
  /** The instances that are gone. */
  instances: string[];
  recovered: number;
  setAside: { work: string; workflow: string; tenant: string; deaths: number }[];
}

interface Orphan {
  id: string;
  workflow: string;
  tenant: string;
  executor: string;
  /** Instances that ended while they held it alone; null for work that is no suspect. */
  deaths: number | null;
}

/**
 * Gives the work of instances that are gone back to its queues, in one transaction, so that a taker that ends on the way changes nothing.
 * Work whose instance has no row at all is given back too.
 */
export async function takeOverWork(
  tx: Transaction,
  { instanceId, takeoverSeconds }: { instanceId: string; takeoverSeconds: number },
): Promise<Takeover> {
  const gone = await tx.rows<{ id: string; said_goodbye: boolean }>(sql`
    delete from instances where seen_at < now() - make_interval(secs => ${takeoverSeconds}) and id <> ${instanceId}
    returning id, seen_at = 'epoch' as said_goodbye`);
  const orphans = await tx.rows<Orphan>(sql`
    select work.workflow_uuid as id, work.name as workflow, coalesce(work.queue_partition_key, '') as tenant, work.executor_id as executor,
      suspects.deaths
    from dbos.workflow_status work left join suspects on suspects.work_id = work.workflow_uuid
    where work.status = 'PENDING' and not exists (select from instances where instances.id = work.executor_id)
    order by work.created_at for update of work skip locked`);
  const planned = new Set(gone.filter(({ said_goodbye }) => said_goodbye).map(({ id }) => id));
  const blamed = blame(orphans.filter(({ executor }) => !planned.has(executor)));
  const [suspects, setAside] = [
    blamed.filter(({ deaths }) => deaths < maxDeaths),
    blamed.filter(({ deaths }) => deaths >= maxDeaths),
  ];
  await noteSuspects(tx, blamed);
  await giveBack(tx, except(orphans, blamed), null);
  const isFirst = ({ deaths }: { deaths: number }) => deaths === 1;
  await giveBack(tx, suspects.filter(isFirst), suspectQueue.name);
  await giveBack(
    tx,
    suspects.filter((suspect) => !isFirst(suspect)),
    aloneQueue.name,
  );
  for (const { id, workflow, tenant, deaths } of setAside) {
    await tx.run(sql`
      update dbos.workflow_status set status = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED', owner_xid = null,
        updated_at = (extract(epoch from now()) * 1000)::bigint
      where workflow_uuid = ${id}`);
    await tx.run(sql`
      insert into set_aside (tenant_id, id, kind, work_id, reason, tries) values (
        ${tenant}, ${newId()}, ${workflow}, ${id}, ${deadlyReason}, ${deaths})
      on conflict (kind, work_id) do update set
        reason = excluded.reason, tries = set_aside.tries + 1, retry_at = null, retrying = false`);
  }
  return {
    instances: gone.map(({ id }) => id),
    recovered: orphans.length - setAside.length,
    setAside: setAside.map(({ id: work, workflow, tenant, deaths }) => ({ work, workflow, tenant, deaths })),
  };
}

/**
 * Which work may have ended its instance. Where a suspect was being tried it is that one, else any of the work. Innocent work that ran
 * beside a suspect keeps its place.
 */
function blame(orphans: readonly Orphan[]): (Orphan & { deaths: number })[] {
  return [...new Set(orphans.map(({ executor }) => executor))].flatMap((executor) => {
    const held = orphans.filter((each) => each.executor === executor);
    const suspects = held.filter(({ deaths }) => deaths !== null);
    return (suspects.length > 0 ? suspects : held).map((each) => ({ ...each, deaths: (each.deaths ?? 0) + 1 }));
  });
}

function except(orphans: readonly Orphan[], blamed: readonly Orphan[]): Orphan[] {
  const ids = new Set(blamed.map(({ id }) => id));
  return orphans.filter(({ id }) => !ids.has(id));
}

async function noteSuspects(tx: Transaction, blamed: readonly { id: string; deaths: number }[]): Promise<void> {
  await tx.run(sql`
    delete from suspects where not exists (
      select from dbos.workflow_status where workflow_uuid = suspects.work_id and status in ('ENQUEUED', 'PENDING', 'DELAYED'))
      and not exists (select from set_aside where set_aside.work_id = suspects.work_id)`);
  for (const { id, deaths } of blamed)
    await tx.run(sql`
      insert into suspects (work_id, deaths) values (${id}, ${deaths}) on conflict (work_id) do update set deaths = excluded.deaths`);
}

/** As the engine's own recovery does, which cannot run in our transaction. */
async function giveBack(tx: Transaction, work: readonly { id: string }[], queue: string | null): Promise<void> {
  if (work.length === 0) return;
  await tx.run(sql`
    update dbos.workflow_status set status = 'ENQUEUED', started_at_epoch_ms = null, owner_xid = null,
      updated_at = (extract(epoch from now()) * 1000)::bigint, queue_name = coalesce(${queue}, queue_name),
      queue_partition_key = coalesce(queue_partition_key, '-')
    where workflow_uuid = any (${work.map(({ id }) => id)}::text[])`);
}

/** Work that was enqueued by a version without shares has no key, and a queue with shares would never start it. */
export async function keyWaitingWork(tx: Transaction, queues: readonly QueueSpec[]): Promise<void> {
  const names = queues.filter(({ share, concurrency }) => share < concurrency).map(({ name }) => name);
  await tx.run(sql`
    update dbos.workflow_status set queue_partition_key = '-'
    where status in ('ENQUEUED', 'PENDING') and queue_name = any (${names}::text[]) and queue_partition_key is null`);
}

/** Work whose instance is gone. Another one takes it over within a few heartbeats, so it is never there for long. */
export async function countUnowned(system: Db): Promise<number> {
  const found = await system.first<{ count: number }>(sql`
    select count(*)::integer as count from (
      select from dbos.workflow_status work where status = 'PENDING' and not exists (select from instances where id = work.executor_id)
      limit 1000
    ) as unowned`);
  return found?.count ?? 0;
}
