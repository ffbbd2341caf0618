import type { Input, operations } from "@opsplane/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { toastDone, toastError } from "../../ui/toast.tsx";

type NewKey = Input<typeof operations.apiKeys.create>["body"];

export function useApiKeys(q: string) {
  const api = useApi();
  return usePaged(["api-keys", q], (page, call) => api.apiKeys.list({ query: { ...(q ? { q } : {}), ...page } }, call));
}

export function useCreateKey() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewKey) => api.apiKeys.create({ body }),
    onSettled: () => client.invalidateQueries({ queryKey: ["api-keys"] }),
  });
}

export function useRevokeKey() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.apiKeys.revoke({ params: { id } }),
    onSuccess: () => toastDone("Key revoked"),
    onError: (error) => toastError(error, "Couldn't revoke the key"),
    onSettled: () => client.invalidateQueries({ queryKey: ["api-keys"] }),
  });
}
