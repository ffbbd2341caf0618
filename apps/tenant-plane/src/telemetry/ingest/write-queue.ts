import { bytesOf, type PendingWrite } from "./pending-write.ts";

/** Enough to make large parts, few enough to be stored in well under the time an insert may take. */
const groupLimits = { rows: 200_000, bytes: 24 * 1024 * 1024, days: 500 };
/** What one tenant may bring into a group with others. A tenant with more gets an insert of its own, so nobody waits for it. */
const shareLimits = { rows: 5_000, bytes: 1024 * 1024, days: 50 };
/** Rows that are worth a second insert at the same time. */
export const largeRows = 50_000;

interface Size {
  rows: number;
  bytes: number;
  days: number;
}

/** Writes that wait, by tenant. Tenants take turns. */
export class WriteQueue {
  /** The tenant that was served last stands last. */
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

  /** The next group, of those tenants that `mayTake` allows: one tenant with many rows, or all that have few. */
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

  /** The oldest writes of a tenant, within its own limits and those of the group. */
  #takeOf(tenantId: string, own: Size, total: Size): PendingWrite[] {
    const writes = this.#byTenant.get(tenantId) ?? [];
    const taken = nothing();
    let count = 0;
    for (const write of writes) {
      const size = sizeOf(write);
      // The first write of a tenant fits its share, and the first of a group fits the group, however large they are.
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
