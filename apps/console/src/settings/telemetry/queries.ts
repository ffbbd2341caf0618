import type { Input, operations } from "@opsplane/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { toastDone } from "../../ui/toast.tsx";

export type RetentionPatch = Input<typeof operations.telemetry.update>["body"]["retention_days"];

const queryKey = ["telemetry-settings"];

export function useTelemetrySettings() {
  const api = useApi();
  return useQuery({ queryKey, queryFn: ({ signal }) => api.telemetry.settings({}, { signal }) });
}

/** Saves on the version that was read; what went wrong is shown beside the form. */
export function useSaveRetention() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ patch, onVersion }: { patch: RetentionPatch; onVersion: number }) =>
      api.telemetry.update({ body: { retention_days: patch } }, { headers: { "if-match": `"${onVersion}"` } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      toastDone("The retention is saved.");
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
