/** Tracks recently active tenants. While a tenant is alone, no capacity is reserved for others. */
export interface ActiveTenants {
  note(tenant: string): void;
  /** True when another tenant was active recently. */
  hasOthers(tenant: string): boolean;
}

const lately = 30_000;
/** Only this many tenants are remembered, which is enough to know that there are others. */
const maxKnown = 1_000;

export function activeTenants(now: () => number = Date.now): ActiveTenants {
  const seen = new Map<string, number>();
  return {
    note: (tenant) => {
      // Re-inserting moves the most recently active tenant to the end.
      seen.delete(tenant);
      seen.set(tenant, now());
      if (seen.size > maxKnown) for (const oldest of seen.keys()) return void seen.delete(oldest);
    },
    hasOthers: (tenant) => {
      for (const [known, at] of seen) {
        if (now() - at > lately) seen.delete(known);
        else if (known !== tenant) return true;
      }
      return false;
    },
  };
}
