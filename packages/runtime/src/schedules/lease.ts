import type { Database, Db } from "../postgres/database.ts";
import { sql } from "../postgres/sql.ts";

export interface LeaseRequest {
  name: string;
  shard: number;
  holder: string;
  everyMs: number;
  /** Long enough to survive a slow database, short enough that another instance takes over soon after a crash. */
  leaseSeconds: number;
  /** Take the lease even if the next run is not due. */
  force: boolean;
}

/** Takes a lease: a row with an expiry, not an open transaction. Undefined when not due or held by another instance. */
export async function takeLease(database: Database, request: LeaseRequest): Promise<Lease | undefined> {
  const { name, shard, holder, everyMs, leaseSeconds, force } = request;
  const taken = await database.system.first(sql`
    insert into schedule_leases as lease (name, shard, holder, leased_until, next_run_at)
    values (${name}, ${shard}, ${holder}, app_now() + make_interval(secs => ${leaseSeconds}), app_now() + make_interval(secs => ${everyMs / 1000}))
    on conflict (name, shard) do update
    set holder = excluded.holder, leased_until = excluded.leased_until, next_run_at = excluded.next_run_at
    where (lease.leased_until is null or lease.leased_until < app_now()) and (${force} or lease.next_run_at <= app_now())
    returning lease.name`);
  return taken ? openLease(database.system, request) : undefined;
}

export interface Lease {
  /** Aborted when another instance may have taken the lease. */
  readonly signal: AbortSignal;
  renew(): Promise<void>;
  release(): Promise<void>;
}

function openLease(db: Db, { name, shard, holder, leaseSeconds }: LeaseRequest): Lease {
  const lost = new AbortController();
  const renew = async () => {
    const renewed = await db.run(sql`
      update schedule_leases set leased_until = app_now() + make_interval(secs => ${leaseSeconds})
      where name = ${name} and shard = ${shard} and holder = ${holder} and leased_until >= app_now()`);
    if (renewed === 0) lost.abort(new Error(`The lease of ${name} was lost.`));
  };
  // A failed renewal is retried. The lease expires if none succeeds.
  const timer = setInterval(() => void renew().catch(() => undefined), leaseSeconds * 250);
  return {
    signal: lost.signal,
    renew,
    release: async () => {
      clearInterval(timer);
      await db.run(sql`
        update schedule_leases set leased_until = null
        where name = ${name} and shard = ${shard} and holder = ${holder}`);
    },
  };
}
