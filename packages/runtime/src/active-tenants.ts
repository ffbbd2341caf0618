/** Which tenants were active lately: while one is alone, nothing has to be kept free for others. */
export interface ActiveTenants {
  note(tenant: string): void;
  /** Whether another tenant was active lately. */
  hasOthers(tenant: string): boolean;
}

const lately = 30_000;
/** Beyond this many, it is known that there are others. */
const maxKnown = 1_000;

export function activeTenants(now: () => number = Date.now): ActiveTenants {
  const seen = new Map<string, number>();
  return {
    note: (tenant) => {
      // The one that was active last stands last.
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
