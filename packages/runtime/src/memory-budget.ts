/** A budget of bytes (or rows) for the requests of all tenants, with a share for each tenant. */
export interface MemoryBudget {
  /** Takes `amount` for the tenant. Returns false when its share or the budget is used up. */
  take(tenant: string, amount: number): boolean;
  give(tenant: string, amount: number): void;
  /** True when the tenant has used up its share. */
  isUsedUp(tenant: string): boolean;
  used(): number;
}

/**
 * A tenant may hold as much as is still free. A single tenant gets half, and a part always remains for the next one. The first
 * tenant shrinks to its share as its requests end. A single request of any size fits while no other memory is held.
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
