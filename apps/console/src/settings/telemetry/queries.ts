import type { Input, operations } from "@opsplane/contract";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { absoluteRange, type Interval } from "../../time/range.ts";
import { toastDone } from "../../ui/toast.tsx";

export type RetentionPatch = Input<typeof operations.telemetry.update>["body"]["retention_days"];

const queryKey = ["telemetry-settings"];

export function useTelemetrySettings() {
  const api = useApi();
  return useQuery({ queryKey, queryFn: ({ signal }) => api.telemetry.settings({}, { signal }) });
}

/** Received data by UTC day, loaded again with each refresh. The last data stays on the page while loading. */
export function useDailyUsage({ from, to }: Interval, refreshedAt: number) {
  const api = useApi();
  const query = absoluteRange({ from, to });
  return useQuery({
    queryKey: ["telemetry-usage", from, to, refreshedAt],
    queryFn: ({ signal }) => api.telemetry.usage({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Saves on the version that was read. The form shows errors. */
export function useSaveRetention() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, onVersion }: { fields: RetentionPatch; onVersion?: number }) =>
      api.telemetry.update({ body: { retention_days: fields } }, { headers: { "if-match": `"${onVersion}"` } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      toastDone("Retention saved");
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
