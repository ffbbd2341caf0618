import type { QueryDeps } from "./query.ts";
import { rememberSeries } from "./series-cache.ts";

/** Shared by the queries of one tenant: the rolled-up hours and the cache of found series. */
export function openMetricDeps(
  rolledUntil: (tenantId: string, from: Date) => Promise<Date>,
): (tenantId: string) => QueryDeps {
  const seriesCache = rememberSeries();
  return (tenantId) => ({
    rolledUntil: (from) => rolledUntil(tenantId, from),
    seriesCache: seriesCache(tenantId),
  });
}
