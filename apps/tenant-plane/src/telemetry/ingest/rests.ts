/** Tenants that pause between their inserts. */
export interface Rests {
  /** The tenant rests for as long as its insert took. */
  begin(tenantId: string, insertMs: number): void;
  isResting(tenantId: string): boolean;
}

const maxRestMs = 2_000;

/**
 * While others are active, a tenant that always has more to store rests after each insert for as long as it took. Otherwise its inserts
 * and their merges take every core of the store, however few of them run at a time.
 */
export function openRests(now: () => number = Date.now): Rests {
  const until = new Map<string, number>();
  return {
    begin: (tenantId, insertMs) => {
      for (const [known, end] of until) if (end <= now()) until.delete(known);
      until.set(tenantId, now() + Math.min(insertMs, maxRestMs));
    },
    isResting: (tenantId) => (until.get(tenantId) ?? 0) > now(),
  };
}
