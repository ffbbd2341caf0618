import type { Input, operations, ServiceRequest } from "@opsplane/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { toastError } from "../ui/toast.tsx";

type RequestPatch = Input<typeof operations.requests.update>["body"];

export function useUpdateRequest(request: ServiceRequest) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: RequestPatch) => api.requests.update({ params: { id: request.id }, body: patch }),
    onSuccess: (saved) =>
      client.setQueriesData<ServiceRequest>({ queryKey: ["requests", "one"] }, (old) =>
        old?.id === saved.id ? saved : old,
      ),
    onError: (error) => toastError(error, "Couldn't update the request"),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["requests"] }),
        client.invalidateQueries({ queryKey: ["approvals"] }),
      ]),
  });
}

export function useCommentOnRequest(request: ServiceRequest) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: string) => api.requests.comment({ params: { id: request.id }, body: { body } }),
    onError: (error) => toastError(error, "Couldn't save the comment"),
    onSuccess: () => client.invalidateQueries({ queryKey: ["requests", "timeline", request.id] }),
  });
}
