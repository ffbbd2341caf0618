import type { Input, operations } from "@opsplane/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { toastDone, toastError } from "../../ui/toast.tsx";

type NewCollector = Input<typeof operations.collectors.create>["body"];

export function useCollectors(q: string) {
  const api = useApi();
  return usePaged(["collectors", q], (page, call) =>
    api.collectors.list({ query: { ...(q ? { q } : {}), ...page } }, call),
  );
}

export function useCreateCollector() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewCollector) => api.collectors.create({ body }),
    onSettled: () => client.invalidateQueries({ queryKey: ["collectors"] }),
  });
}

export function useRevokeCollector() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.collectors.revoke({ params: { id } }),
    onSuccess: () => toastDone("Token revoked"),
    onError: (error) => toastError(error, "Couldn't revoke the token"),
    onSettled: () => client.invalidateQueries({ queryKey: ["collectors"] }),
  });
}
