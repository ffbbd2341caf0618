import type { Input, operations, Silence } from "@opsplane/contract";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { toastDone, toastError } from "../../ui/toast.tsx";

export type SilenceFields = Input<typeof operations.silences.create>["body"];
export type SilenceFilter = Pick<NonNullable<Input<typeof operations.silences.list>["query"]>, "state" | "kind" | "q">;
export type SilencedPart = Input<typeof operations.silences.preview>["body"];

const queryKey = ["silences"];

export function useSilences(filter: SilenceFilter) {
  const api = useApi();
  return usePaged(
    [...queryKey, "list", filter],
    (page, call) => api.silences.list({ query: { ...filter, ...page } }, call),
    true,
    // A window begins and ends by the clock, which announces nothing.
    30_000,
  );
}

export function useSilence(id: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "one", id],
    queryFn: ({ signal }) => api.silences.get({ params: { id: id ?? "" } }, { signal }),
    enabled: id !== undefined,
  });
}

/** The open alerts that a silence would mute. */
export function useSilencePreview(part: SilencedPart, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["alerts", "silence-preview", part],
    queryFn: ({ signal }) => api.silences.preview({ body: part }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
  });
}

function useStale() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: ["alerts"] });
  };
}

/** Creates a silence, or saves one on the version that was read. The kind of an existing one stays. */
export function useSaveSilence(id: string | undefined) {
  const api = useApi();
  return useMutation({
    mutationFn: ({ fields, onVersion }: { fields: SilenceFields; onVersion?: number }): Promise<Silence> => {
      if (id === undefined) return api.silences.create({ body: fields });
      const { kind: _, ...body } = fields;
      return api.silences.update({ params: { id }, body }, { headers: { "if-match": `"${onVersion}"` } });
    },
    onSuccess: ({ kind }) => toastDone(kind === "maintenance" ? "Maintenance window saved" : "Silence saved"),
    onSettled: useStale(),
  });
}

export function useEndSilence() {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) => api.silences.end({ params: { id } }),
    onSuccess: () => toastDone("Ended. Alerts that still fire open their incidents now"),
    onError: (error) => toastError(error, "Couldn't end it"),
    onSettled: useStale(),
  });
}

export function useRemoveSilence() {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) => api.silences.remove({ params: { id } }),
    onSuccess: () => toastDone("Deleted"),
    onError: (error) => toastError(error, "Couldn't delete it"),
    onSettled: useStale(),
  });
}
