import type { Profile } from "@opsplane/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { toastDone, toastError } from "../../ui/toast.tsx";

export function useSessions() {
  const api = useApi();
  return usePaged(["sessions"], (page, call) => api.auth.sessions({ query: page }, call));
}

export function useEndSession() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.auth.endSession({ params: { id } }),
    onSuccess: () => toastDone("Session ended"),
    onError: (error) => toastError(error, "Couldn't end the session"),
    onSettled: () => client.invalidateQueries({ queryKey: ["sessions"] }),
  });
}

export function useRename() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.auth.updateMe({ body: { name } }),
    onSuccess: (user) => {
      client.setQueryData<Profile>(["profile"], (profile) => (profile ? { ...profile, user } : profile));
      toastDone("Name saved");
    },
    onError: (error) => toastError(error, "Couldn't save your name"),
  });
}
