import { Failure, fail } from "@opsplane/runtime";

export interface PlaceLimits {
  perTenant: number;
  /** Of all tenants together. */
  inAll: number;
}

/** Counts the transfers that run, so that neither a tenant nor all of them take too much memory. */
export function openPlaces({ perTenant, inAll }: PlaceLimits): (tenantId: string) => () => void {
  const taken = new Map<string, number>();
  let all = 0;
  return (tenantId) => {
    const own = taken.get(tenantId) ?? 0;
    if (own >= perTenant)
      fail("RATE_LIMIT", `A tenant has at most ${perTenant} uploads and downloads at once; wait until one has ended.`, {
        retryAfterSeconds: 5,
      });
    if (all >= inAll)
      throw new Failure("UNAVAILABLE", "This server transfers too many files now; try again in a moment.", {
        retryAfterSeconds: 5,
      });
    taken.set(tenantId, own + 1);
    all += 1;
    return () => {
      const left = (taken.get(tenantId) ?? 1) - 1;
      if (left === 0) taken.delete(tenantId);
      else taken.set(tenantId, left);
      all -= 1;
    };
  };
}
