import type { Input, operations, Slo } from "@opsplane/contract";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { toastDone, toastError } from "../ui/toast.tsx";

export type SloQuery = Omit<NonNullable<Input<typeof operations.slos.list>["query"]>, "next" | "limit">;
export type NewSlo = Input<typeof operations.slos.create>["body"];
export type SloDefinition = Input<typeof operations.slos.preview>["body"];

const queryKey = ["slos"];
const pageSize = 50;
/** Figures change with each measured minute, which announces nothing. */
const refetchInterval = 30_000;

export function useSlos(query: SloQuery, enabled = true) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...queryKey, "list", query],
    queryFn: ({ signal, pageParam }) =>
      api.slos.list({ query: { ...query, limit: pageSize, ...(pageParam ? { next: pageParam } : {}) } }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }): Slo[] => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
    refetchInterval,
    enabled,
  });
}

export function useSlo(id: string, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "one", id],
    queryFn: ({ signal }) => api.slos.get({ params: { id } }, { signal }),
    refetchInterval,
    enabled,
  });
}

export function useSloHistory(id: string, points: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "history", id, points],
    queryFn: ({ signal }) => api.slos.history({ params: { id }, query: { points } }, { signal }),
    refetchInterval: 60_000,
  });
}

/** The figures of a definition that is not stored. A preview that is no longer needed is canceled. */
export function useSloPreview(definition: SloDefinition | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ["slo-preview", definition],
    queryFn: ({ signal }) => {
      if (!definition) throw new Error("There is nothing to preview.");
      return api.slos.preview({ body: definition }, { signal });
    },
    enabled: definition !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  });
}

function useStale() {
  const client = useQueryClient();
  // Not awaited: the draft ends as soon as it is saved.
  return () => {
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: ["alert-policies"] });
  };
}

interface SaveSlo {
  /** All fields of a new objective, the changed ones of another. */
  fields: NewSlo;
  onVersion?: number;
}

/** Creates an objective, or saves one on the version that was read. */
export function useSaveSlo(id: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, onVersion }: SaveSlo): Promise<Slo> =>
      id === undefined
        ? api.slos.create({ body: fields })
        : api.slos.update(
            { params: { id }, body: fields },
            onVersion === undefined ? {} : { headers: { "if-match": `"${onVersion}"` } },
          ),
    onSuccess: (saved) => {
      client.setQueryData([...queryKey, "one", saved.id], saved);
      toastDone(`${saved.name} saved`);
    },
    onSettled: useStale(),
  });
}

export function useRemoveSlo() {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) => api.slos.remove({ params: { id } }),
    onSuccess: () => toastDone("SLO deleted"),
    onError: (error) => toastError(error, "Couldn't delete the SLO"),
    onSettled: useStale(),
  });
}

export function useMakeAlerts() {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) => api.slos.alerts({ params: { id } }),
    onSuccess: () => toastDone("Alert policies created"),
    onError: (error) => toastError(error, "Couldn't create the alert policies"),
    onSettled: useStale(),
  });
}
