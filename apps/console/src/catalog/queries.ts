import type { Input, operations } from "@opsplane/contract";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { toastDone, toastError } from "../ui/toast.tsx";

type NewRequest = Input<typeof operations.requests.create>["body"];
export type CatalogFields = Input<typeof operations.catalog.create>["body"];

/** Loads the whole catalog. */
const maxItems = 1000;

export function useCatalog({ q, category, all }: { q: string; category: string | undefined; all: boolean }) {
  const api = useApi();
  return useQuery({
    queryKey: ["catalog", "list", q, category, all],
    queryFn: ({ signal }) =>
      api.catalog.list(
        {
          query: {
            limit: maxItems,
            ...(q ? { q } : {}),
            ...(category ? { category: [category] } : {}),
            ...(all ? {} : { enabled: true }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function useCategories() {
  const api = useApi();
  return useQuery({
    queryKey: ["catalog", "categories"],
    queryFn: ({ signal }) => api.catalog.categories({}, { signal }),
  });
}

export function useCatalogItem(id: string, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ["catalog", "one", id],
    queryFn: ({ signal }) => api.catalog.get({ params: { id } }, { signal }),
    enabled,
  });
}

export function useSaveCatalogItem(id: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    // All fields of a new item, the changed ones of another.
    mutationFn: ({ fields, onVersion }: { fields: Partial<CatalogFields>; onVersion?: number }) =>
      id === undefined
        ? api.catalog.create({ body: { name: "", ...fields } })
        : api.catalog.update(
            { params: { id }, body: fields },
            onVersion === undefined ? {} : { headers: { "if-match": `"${onVersion}"` } },
          ),
    onSuccess: (saved) => {
      client.setQueryData(["catalog", "one", saved.id], saved);
      toastDone(`${saved.name} saved`);
    },
    // Not awaited: the draft ends as soon as it is saved.
    onSettled: () => void client.invalidateQueries({ queryKey: ["catalog"] }),
  });
}

export function useRemoveCatalogItem() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.catalog.remove({ params: { id } }),
    onSuccess: () => toastDone("Item deleted"),
    onError: (error) => toastError(error, "Couldn't delete the item"),
    onSettled: () => client.invalidateQueries({ queryKey: ["catalog", "list"] }),
  });
}

export function useCreateRequest() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, key }: { fields: NewRequest; key: string }) =>
      api.requests.create({ body: fields }, { headers: { "idempotency-key": key } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["requests"] }),
  });
}
