import type { QueryDeps } from "./query.ts";
import { rememberSeries } from "./series-cache.ts";

/** What queries of one tenant share: the rolled-up hours and the series that earlier queries found. */
export function openMetricDeps(
  rolledUntil: (tenantId: string, from: Date) => Promise<Date>,
): (tenantId: string) => QueryDeps {
  const seriesCache = rememberSeries();
  return (tenantId) => ({
    rolledUntil: (from) => rolledUntil(tenantId, from),
    seriesCache: seriesCache(tenantId),
  });
}
