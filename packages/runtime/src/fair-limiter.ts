import { type Departure, departed } from "./departure.ts";
import type { Failure } from "./failure.ts";

/** Limits concurrency, such as the use of a pool's connections, so that no tenant can take every slot. */
export interface FairLimiter {
  /** Runs the work when the tenant gets a slot. */
  take<T>(tenantId: string, departure: Departure | undefined, work: () => Promise<T>): Promise<T>;
  waiting(): number;
}

export interface FairLimiterOptions {
  /** Total number of slots. */
  places: number;
  /** Beyond its share a tenant gets a slot only while no other tenant waits and more than `spare` slots are free. */
  share: number;
  spare: number;
  /** Maximum number of waiting tasks of one tenant. */
  maxWaiting: number;
  patienceMs: number;
  /** The error for a task when the queue is full or the wait was too long. */
  busy(): Failure;
}

/** A tenant's share is half of the slots. A quarter is never used beyond a share. */
export function fairShares(places: number): Pick<FairLimiterOptions, "places" | "share" | "spare"> {
  return { places, share: Math.ceil(places / 2), spare: Math.ceil(places / 4) };
}

interface Tenant {
  running: number;
  line: (() => void)[];
}

export function openFairLimiter({
  places,
  share,
  spare,
  maxWaiting,
  patienceMs,
  busy,
}: FairLimiterOptions): FairLimiter {
  // In the order of their turns. A tenant that gets a slot moves to the end.
  const tenants = new Map<string, Tenant>();
  let free = places;
  let waiting = 0;

  const tenantOf = (id: string): Tenant => tenants.get(id) ?? { running: 0, line: [] };
  const mayTake = (tenant: Tenant) => {
    if (free === 0) return false;
    if (tenant.running < share) return true;
    return waiting === tenant.line.length && free > spare;
  };
  const hadTurn = (id: string, tenant: Tenant) => {
    tenants.delete(id);
    if (tenant.running > 0 || tenant.line.length > 0) tenants.set(id, tenant);
  };
  const enter = (id: string, tenant: Tenant) => {
    tenant.running += 1;
    free -= 1;
    hadTurn(id, tenant);
  };

  /** Gives one slot to each tenant in turn. A served tenant moves to the end of the map, where this loop visits it again. */
  function admitWaiting(): void {
    for (const tenant of tenants.values()) {
      if (waiting === 0 || free === 0) return;
      if (tenant.line.length > 0 && mayTake(tenant)) tenant.line.shift()?.();
    }
  }

  function leave(id: string, tenant: Tenant): void {
    tenant.running -= 1;
    free += 1;
    hadTurn(id, tenant);
    admitWaiting();
    // The second pass admits tenants beyond their share once no other tenant waits.
    admitWaiting();
  }

  function wait(id: string, tenant: Tenant, departure: Departure | undefined): Promise<void> {
    if (tenant.line.length >= maxWaiting) throw busy();
    return new Promise((resolve, reject) => {
      const settle = () => {
        waiting -= 1;
        clearTimeout(tooLong);
        stopListening?.();
      };
      const called = () => {
        settle();
        enter(id, tenant);
        resolve();
      };
      const giveUp = (reason: Failure) => {
        tenant.line.splice(tenant.line.indexOf(called), 1);
        settle();
        if (tenant.running === 0 && tenant.line.length === 0) tenants.delete(id);
        reject(reason);
      };
      const tooLong = setTimeout(() => giveUp(busy()), patienceMs);
      const stopListening = departure?.onGone(() => giveUp(departed()));
      tenant.line.push(called);
      if (!tenants.has(id)) tenants.set(id, tenant);
      waiting += 1;
    });
  }

  return {
    waiting: () => waiting,
    take: async (id, departure, work) => {
      if (departure?.gone) throw departed();
      const tenant = tenantOf(id);
      if (tenant.line.length === 0 && mayTake(tenant)) enter(id, tenant);
      else await wait(id, tenant, departure);
      try {
        return await work();
      } finally {
        leave(id, tenant);
      }
    },
  };
}
