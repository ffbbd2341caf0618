import type { AlertPolicyInput } from "@opsplane/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";

/** The times that a policy is replayed over. */
export const backtestRanges = ["1h", "6h", "24h", "7d", "30d"] as const;
export type BacktestRange = (typeof backtestRanges)[number];

export interface BacktestRequest {
  policy: AlertPolicyInput;
  range: BacktestRange;
}

/** Replays a policy. A replay that is no longer needed is canceled. */
export function useBacktest(request: BacktestRequest | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ["alert-backtest", request],
    queryFn: ({ signal }) => {
      if (!request) throw new Error("There is nothing to replay.");
      return api.alertPolicies.backtest({ body: { policy: request.policy, from: `now-${request.range}` } }, { signal });
    },
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  });
}
