import type { FailedWork } from "@opsplane/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";
import { useCan } from "../session/context.tsx";
import { toastDone, toastError } from "../ui/toast.tsx";
import { kindTitle } from "./words.ts";

const queryKey = ["work"];
/** Only what admins do is announced. Work that fails, or that succeeds when it is tried again, is not. */
const listMs = 5_000;
const countMs = 30_000;

export function useFailedWork(onlySetAside: boolean) {
  const api = useApi();
  return usePaged(
    [...queryKey, "list", onlySetAside],
    (page, call) => api.work.list({ query: { ...(onlySetAside ? { set_aside: true } : {}), ...page } }, call),
    true,
    listMs,
  );
}

/** Counts the work that waits for a person. */
export function useSetAsideCount(): number {
  const api = useApi();
  const maySee = useCan()("admin:work");
  const { data = 0 } = useQuery({
    queryKey: [...queryKey, "count"],
    queryFn: async ({ signal }) => (await api.work.list({ query: { set_aside: true, limit: 1 } }, { signal })).total,
    refetchInterval: countMs,
    enabled: maySee,
  });
  return maySee ? data : 0;
}

export function useRetryWork() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: FailedWork) => api.work.retry({ params: { id } }),
    onSuccess: (_, { kind }) => toastDone(`${kindTitle(kind)}: tried again now. If it fails, it is listed again.`),
    onError: (error) => toastError(error, "The work was not tried again"),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

export function useGiveUpWork() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: FailedWork) => api.work.dismiss({ params: { id } }),
    onSuccess: (_, { kind }) => toastDone(`${kindTitle(kind)}: given up`),
    onError: (error) => toastError(error, "The work was not given up"),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
