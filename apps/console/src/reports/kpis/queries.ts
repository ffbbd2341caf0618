import type { Input, Kpi, operations } from "@opsplane/contract";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { toastDone, toastError } from "../../ui/toast.tsx";

export type KpiFields = Input<typeof operations.kpis.create>["body"];
export type Evaluated = Pick<KpiFields, "inputs" | "formula">;

const queryKey = ["kpis"];

export function useKpis(q: string) {
  const api = useApi();
  return usePaged([...queryKey, "list", q], (page, call) =>
    api.kpis.list({ query: { ...(q ? { q } : {}), ...page } }, call),
  );
}

export function useKpi(id: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "one", id],
    queryFn: ({ signal }) => api.kpis.get({ params: { id } }, { signal }),
    enabled,
  });
}

/** The value of the last 30 days. A request that another one replaces is cancelled. */
export function useEvaluation(asked: Evaluated | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ["kpi-value", asked],
    queryFn: ({ signal }) => api.kpis.evaluate({ body: asked ?? { inputs: [], formula: "" } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    enabled: asked !== undefined,
  });
}

/** Creates a KPI, or saves one on the version that was read. */
export function useSaveKpi(id: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, onVersion }: { fields: KpiFields; onVersion?: number }): Promise<Kpi> =>
      id === undefined
        ? api.kpis.create({ body: fields })
        : api.kpis.update({ params: { id }, body: fields }, { headers: { "if-match": `"${onVersion}"` } }),
    onSuccess: ({ name }) => toastDone(`${name} saved`),
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
}

export function useRemoveKpi() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.kpis.remove({ params: { id } }),
    onSuccess: () => toastDone("KPI deleted"),
    onError: (error) => toastError(error, "Couldn't delete the KPI"),
    onSettled: () => client.invalidateQueries({ queryKey: [...queryKey, "list"] }),
  });
}
