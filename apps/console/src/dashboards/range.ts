import type { DashboardLayout } from "@opsplane/contract";
import { type Refresh, refreshes, refreshNames } from "../time/range.ts";
import type { RangeSearch } from "../time/use-range.ts";

/** In the address: no refresh, although the dashboard has one. */
const off = "off";

/** The range of the address, or that of the dashboard. */
export function boardRange(search: RangeSearch, { range, refresh_seconds }: DashboardLayout): RangeSearch {
  const isOwn = search.from !== undefined || search.to !== undefined;
  return {
    ...(isOwn ? { from: search.from, to: search.to } : range),
    refresh:
      search.refresh === undefined ? nameOf(refresh_seconds) : search.refresh === off ? undefined : search.refresh,
  };
}

/** The refresh in the address; absent when it is that of the dashboard. */
export function refreshSearch(chosen: string | undefined, { refresh_seconds }: DashboardLayout): string | undefined {
  return chosen === nameOf(refresh_seconds) ? undefined : (chosen ?? off);
}

function nameOf(seconds: number): Refresh | undefined {
  return refreshNames.find((name) => refreshes[name] === seconds * 1000);
}
