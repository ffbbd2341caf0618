import { type AddressName, type FlowSplit, type flowGroupings, maxNamedAddresses } from "@opsplane/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "../api/api.tsx";
import { useCan, useProfile } from "../session/context.tsx";
import { absoluteRange, type Interval } from "../time/range.ts";
import { apiFilter, type FlowSearch } from "./flow-filter.ts";

export const pageSize = 100;

/** A page of flows with the totals of the whole window. */
export function useFlows(search: FlowSearch, interval: Interval, page: number) {
  const api = useApi();
  const query = {
    ...apiFilter(search),
    ...absoluteRange(interval),
    limit: pageSize,
    offset: (page - 1) * pageSize,
  };
  return useQuery({
    queryKey: ["netflow", "list", query],
    queryFn: ({ signal }) => api.netflow.list({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

const points = 120;

export function useFlowSeries(search: FlowSearch, interval: Interval, by: FlowSplit | undefined) {
  const api = useApi();
  const query = { ...apiFilter(search), ...absoluteRange(interval), points, ...(by ? { group_by: by } : {}) };
  return useQuery({
    queryKey: ["netflow", "series", query],
    queryFn: ({ signal }) => api.netflow.series({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useTalkers(search: FlowSearch, interval: Interval, by: (typeof flowGroupings)[number]) {
  const api = useApi();
  const query = { ...apiFilter(search), ...absoluteRange(interval), group_by: by, limit: 10 };
  return useQuery({
    queryKey: ["netflow", "talkers", query],
    queryFn: ({ signal }) => api.netflow.topTalkers({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function usePairs(search: FlowSearch, interval: Interval) {
  const api = useApi();
  const query = { ...apiFilter(search), ...absoluteRange(interval), limit: 30 };
  return useQuery({
    queryKey: ["netflow", "pairs", query],
    queryFn: ({ signal }) => api.netflow.pairs({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export type Names = ReadonlyMap<string, readonly AddressName[]>;

/** The configuration items of addresses. Without access to the CMDB there are none. */
export function useNames(addresses: readonly string[]): Names {
  const api = useApi();
  const can = useCan();
  const { modules } = useProfile();
  const ip = [...new Set(addresses)].sort().slice(0, maxNamedAddresses);
  const { data } = useQuery({
    queryKey: ["netflow", "names", ip],
    queryFn: ({ signal }) => api.netflow.names({ query: { ip } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: ip.length > 0 && can("cmdb:read") && modules.includes("cmdb"),
  });
  return useMemo(() => namesByAddress(data ?? []), [data]);
}

function namesByAddress(found: readonly AddressName[]): Names {
  const names = new Map<string, AddressName[]>();
  for (const each of found) names.set(each.ip, [...(names.get(each.ip) ?? []), each]);
  return names;
}
