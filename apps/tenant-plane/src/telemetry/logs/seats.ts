import { fail } from "@opsplane/runtime";

/** So many streams of one tenant at once. Taking a seat answers how to give it back. */
export function seatsPerTenant(most: number): (tenantId: string) => () => void {
  const taken = new Map<string, number>();
  return (tenantId) => {
    const others = taken.get(tenantId) ?? 0;
    if (others >= most)
      fail("RATE_LIMIT", `At most ${most} streams of a tenant follow logs at once; close one and try again.`, {
        retryAfterSeconds: 60,
      });
    taken.set(tenantId, others + 1);
    return () => {
      const left = (taken.get(tenantId) ?? 1) - 1;
      if (left === 0) taken.delete(tenantId);
      else taken.set(tenantId, left);
    };
  };
}
