import type { QueryDeps } from "./query.ts";
import { rememberSeries } from "./series-cache.ts";
import { rememberNames } from "./series-names.ts";

/** Shared by the queries of one tenant: the rolled-up hours and what is known about series. */
export function openMetricDeps(
  rolledUntil: (tenantId: string, from: Date) => Promise<Date>,
): (tenantId: string) => QueryDeps {
  const seriesCache = rememberSeries();
  const seriesNames = rememberNames();
  return (tenantId) => ({
    rolledUntil: (from) => rolledUntil(tenantId, from),
    seriesCache: seriesCache(tenantId),
    seriesNames: seriesNames(tenantId),
  });
}
