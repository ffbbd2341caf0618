/** Bytes (or rows) that requests of all tenants hold at the same time, with a bound and a share for each tenant. */
export interface MemoryBudget {
  /** Whether this tenant may hold so much more; if so, it does. */
  take(tenant: string, amount: number): boolean;
  give(tenant: string, amount: number): void;
  /** Whether the tenant has used up its share. */
  isUsedUp(tenant: string): boolean;
  used(): number;
}

/**
 * A tenant may hold as much as is still free: alone it gets half, and part of the rest is always left for the next one. A tenant
 * that came first shrinks to its share as its requests end. A single request fits while nothing else is held, however large it is.
 */
export function memoryBudget(max: number): MemoryBudget {
  const held = new Map<string, number>();
  let used = 0;
  return {
    take: (tenant, amount) => {
      const own = held.get(tenant) ?? 0;
      if (used > 0 && own + amount > max - used) return false;
      used += amount;
      held.set(tenant, own + amount);
      return true;
    },
    give: (tenant, amount) => {
      used -= amount;
      const left = (held.get(tenant) ?? 0) - amount;
      if (left > 0) held.set(tenant, left);
      else held.delete(tenant);
    },
    isUsedUp: (tenant) => used > 0 && (held.get(tenant) ?? 0) >= max - used,
    used: () => used,
  };
}
