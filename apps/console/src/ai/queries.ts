import type { GeneratedRunbook, Input, operations } from "@opsplane/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";
import { toastDone } from "../ui/toast.tsx";

export type AiFields = Input<typeof operations.ai.updateSettings>["body"];
type GenerateInput = Input<typeof operations.runbookDrafts.generate>["body"];

const settingsKey = ["ai", "settings"];

export function useAiSettings() {
  const api = useApi();
  return useQuery({ queryKey: settingsKey, queryFn: ({ signal }) => api.ai.settings({}, { signal }) });
}

/** Saves on the version that was read. */
export function useSaveAiSettings() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, onVersion }: { fields: AiFields; onVersion?: number }) =>
      api.ai.updateSettings({ body: fields }, { headers: { "if-match": `"${onVersion}"` } }),
    onSuccess: (saved) => {
      client.setQueryData(settingsKey, saved);
      toastDone("AI settings saved");
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["ai"] }),
  });
}

/** Asks the provider one short question. */
export function useTestProvider() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.ai.test({ body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: ["ai", "calls"] }),
  });
}

export function useAiUsage() {
  const api = useApi();
  return useQuery({ queryKey: ["ai", "usage"], queryFn: ({ signal }) => api.ai.usage({}, { signal }) });
}

export function useAiCalls() {
  const api = useApi();
  return usePaged(["ai", "calls"], (query, call) => api.ai.calls({ query }, call));
}

/** Generates a draft and opens it in the editor. */
export function useGenerateRunbook() {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: GenerateInput) => api.runbookDrafts.generate({ body }),
    onSuccess: ({ id, name }: GeneratedRunbook) => {
      toastDone(`${name} generated`);
      return navigate({ to: "/runbooks/$id", params: { id } });
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["runbooks"] });
      void client.invalidateQueries({ queryKey: ["ai"] });
    },
  });
}

/** Why a runbook was generated as it is; null for a runbook that a person wrote. */
export function useGeneration(id: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["ai", "generation", id],
    queryFn: async ({ signal }) => (await api.runbookDrafts.generation({ params: { id } }, { signal })).generation,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}
