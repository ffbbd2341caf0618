/** Tenants that pause between their inserts. */
export interface Rests {
  /** Starts a pause as long as the insert took. */
  begin(tenantId: string, insertMs: number): void;
  isResting(tenantId: string): boolean;
}

const maxRestMs = 2_000;

/**
 * While other tenants are active, a tenant pauses after each insert for as long as the insert took. Otherwise the inserts and merges
 * of one busy tenant use every ClickHouse core, even when only one insert runs at a time.
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
