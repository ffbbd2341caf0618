import type { CostGrouping, Input, operations, UnitPrice } from "@opsplane/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import type { RangeState } from "../../time/use-range.ts";
import { toastDone, toastError } from "../../ui/toast.tsx";

export type PriceFields = Input<typeof operations.finops.createPrice>["body"];

const queryKey = ["finops"];

export function usePrices() {
  const api = useApi();
  return usePaged([...queryKey, "prices"], (query, call) => api.finops.prices({ query }, call));
}

export function useCosts(by: CostGrouping, { range: { from, to }, now }: RangeState) {
  const api = useApi();
  return usePaged([...queryKey, "costs", by, from, to, now], (page, call) =>
    api.finops.costs({ query: { by, from, to, ...page } }, call),
  );
}

/** Adds a price, or saves one on the version that was read. */
export function useSavePrice(id: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, onVersion }: { fields: PriceFields; onVersion?: number }): Promise<UnitPrice> =>
      id === undefined
        ? api.finops.createPrice({ body: fields })
        : api.finops.updatePrice({ params: { id }, body: fields }, { headers: { "if-match": `"${onVersion}"` } }),
    onSuccess: ({ name }) => toastDone(`${name} saved`),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

export function useRemovePrice() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.finops.removePrice({ params: { id } }),
    onSuccess: () => toastDone("Unit price deleted"),
    onError: (error) => toastError(error, "Couldn't delete the unit price"),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
