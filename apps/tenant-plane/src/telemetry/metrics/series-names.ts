import type { FoundSeries } from "./store/slots.ts";

/** The labels of series by id. They never change, so they are looked up once. */
export interface SeriesNames {
  of(ids: readonly bigint[], lookUp: (missing: bigint[]) => Promise<FoundSeries[]>): Promise<Map<bigint, FoundSeries>>;
}

/** Keeps the names of this many series of all tenants. */
const maxKept = 50_000;

export function rememberNames(most = maxKept): (tenantId: string) => SeriesNames {
  const tenants = new Map<string, Map<bigint, FoundSeries>>();
  let kept = 0;
  /** Forgets the tenants that asked least recently. */
  const makeRoom = (tenantId: string) => {
    for (const [other, its] of tenants) {
      if (kept <= most) return;
      if (other === tenantId && tenants.size > 1) continue;
      kept -= its.size;
      tenants.delete(other);
    }
  };
  return (tenantId) => ({
    of: async (ids, lookUp) => {
      const names = tenants.get(tenantId) ?? new Map<bigint, FoundSeries>();
      tenants.delete(tenantId);
      tenants.set(tenantId, names);
      const missing = ids.filter((id) => !names.has(id));
      const found = new Map<bigint, FoundSeries>();
      for (const series of missing.length > 0 ? await lookUp(missing) : []) {
        found.set(series.id, series);
        if (!names.has(series.id)) kept++;
        names.set(series.id, series);
      }
      for (const id of ids) {
        const series = found.get(id) ?? names.get(id);
        if (series) found.set(id, series);
      }
      makeRoom(tenantId);
      return found;
    },
  });
}
