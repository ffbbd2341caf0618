import { bytesOf, type PendingWrite } from "./pending-write.ts";

/** Large enough for efficient parts, small enough to finish well within the insert timeout. */
const groupLimits = { rows: 200_000, bytes: 24 * 1024 * 1024, days: 100 };
/** A tenant's share of a group. A tenant with more rows gets a separate insert, so other tenants do not wait for it. */
const shareLimits = { rows: 5_000, bytes: 1024 * 1024, days: 50 };
/** From this number of waiting rows on, a second insert runs in parallel. */
export const largeRows = 50_000;

interface Size {
  rows: number;
  bytes: number;
  days: number;
}

/** Waiting writes by tenant. Tenants take turns. */
export class WriteQueue {
  /** The tenant served most recently is last. */
  readonly #byTenant = new Map<string, PendingWrite[]>();
  rows = 0;

  get isEmpty(): boolean {
    return this.#byTenant.size === 0;
  }

  isEmptyOf(tenantId: string): boolean {
    return !this.#byTenant.has(tenantId);
  }

  tenants(): Iterable<string> {
    return this.#byTenant.keys();
  }

  push(write: PendingWrite): void {
    const writes = this.#byTenant.get(write.tenantId) ?? [];
    writes.push(write);
    this.#byTenant.set(write.tenantId, writes);
    this.rows += write.decoded.accepted;
  }

  /** Takes the next group from tenants that `mayTake` allows: one tenant with many rows, or all tenants with few. */
  take(mayTake: (tenantId: string) => boolean): PendingWrite[] {
    const tenants = [...this.#byTenant.keys()].filter(mayTake);
    const [first] = tenants;
    if (first === undefined) return [];
    const isAlone = tenants.length === 1 || this.#isLarge(first);
    const group: PendingWrite[] = [];
    const total = nothing();
    for (const tenantId of isAlone ? [first] : tenants.filter((tenant) => !this.#isLarge(tenant)))
      group.push(...this.#takeOf(tenantId, isAlone ? groupLimits : shareLimits, total));
    return group;
  }

  /** Takes the oldest writes of a tenant, within the limits of its share and of the group. */
  #takeOf(tenantId: string, own: Size, total: Size): PendingWrite[] {
    const writes = this.#byTenant.get(tenantId) ?? [];
    const taken = nothing();
    let count = 0;
    for (const write of writes) {
      const size = sizeOf(write);
      // The first write of a tenant always fits its share, and the first of a group fits the group, even when it is larger.
      const fitsShare = count === 0 || isWithin(plus(taken, size), own);
      const fitsGroup = total.days === 0 || isWithin(plus(total, size), groupLimits);
      if (!fitsShare || !fitsGroup) break;
      Object.assign(taken, plus(taken, size));
      Object.assign(total, plus(total, size));
      count += 1;
    }
    if (count === 0) return [];
    const group = writes.splice(0, count);
    this.#byTenant.delete(tenantId);
    if (writes.length > 0) this.#byTenant.set(tenantId, writes);
    for (const { decoded } of group) this.rows -= decoded.accepted;
    return group;
  }

  #isLarge(tenantId: string): boolean {
    const total = (this.#byTenant.get(tenantId) ?? []).map(sizeOf).reduce(plus, nothing());
    return !isWithin(total, shareLimits);
  }
}

const nothing = (): Size => ({ rows: 0, bytes: 0, days: 0 });

function sizeOf({ decoded }: PendingWrite): Size {
  return { rows: decoded.accepted, bytes: bytesOf(decoded), days: decoded.tables.length };
}

function plus(one: Size, two: Size): Size {
  return { rows: one.rows + two.rows, bytes: one.bytes + two.bytes, days: one.days + two.days };
}

function isWithin(size: Size, limits: Size): boolean {
  return size.rows <= limits.rows && size.bytes <= limits.bytes && size.days <= limits.days;
}
