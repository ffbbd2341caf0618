import type { Host, Input, operations } from "@opsplane/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";
import { toastDone, toastError } from "../ui/toast.tsx";

export type HostFields = Input<typeof operations.hosts.create>["body"];

const queryKey = ["hosts"];

export function useHosts(q: string) {
  const api = useApi();
  return usePaged(["hosts", "list", q], (page, call) =>
    api.hosts.list({ query: { ...(q ? { q } : {}), ...page } }, call),
  );
}

export function useHost(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["hosts", "one", id],
    queryFn: ({ signal }) => api.hosts.get({ params: { id } }, { signal }),
  });
}

function useStale() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey });
}

/** Adds a host, or saves one on the version that was read. */
export function useSaveHost(id: string | undefined) {
  const api = useApi();
  return useMutation({
    mutationFn: ({ fields, onVersion }: { fields: HostFields; onVersion?: number }): Promise<Host> =>
      id === undefined
        ? api.hosts.create({ body: fields })
        : api.hosts.update({ params: { id }, body: fields }, { headers: { "if-match": `"${onVersion}"` } }),
    onSuccess: () => toastDone("Host saved"),
    onSettled: useStale(),
  });
}

export function useRemoveHost() {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) => api.hosts.remove({ params: { id } }),
    onSuccess: () => toastDone("Host deleted"),
    onError: (error) => toastError(error, "Couldn't delete host"),
    onSettled: useStale(),
  });
}

/** Connects to the host and reads the key that it shows. */
export function useReadKey(id: string) {
  const api = useApi();
  return useMutation({ mutationFn: () => api.hosts.offeredKey({ params: { id } }) });
}

export function useTrustKey(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (body: { type: string; fingerprint: string }) => api.hosts.addKey({ params: { id }, body }),
    onSuccess: () => toastDone("Key trusted"),
    onError: (error) => toastError(error, "Couldn't trust key"),
    onSettled: useStale(),
  });
}

export function useRemoveKey(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (fingerprint: string) => api.hosts.removeKey({ params: { id }, body: { fingerprint } }),
    onSuccess: () => toastDone("Key removed"),
    onError: (error) => toastError(error, "Couldn't remove key"),
    onSettled: useStale(),
  });
}

export function useTestHost(id: string) {
  const api = useApi();
  return useMutation({ mutationFn: () => api.hosts.test({ params: { id } }) });
}
