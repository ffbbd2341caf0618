import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import type { RangeState } from "../../time/use-range.ts";
import { toastDone } from "../../ui/toast.tsx";

const queryKey = ["compliance"];

export function useControls({ range: { from, to }, now }: RangeState) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "controls", from, to, now],
    queryFn: async ({ signal }) => (await api.compliance.controls({ query: { from, to } }, { signal })).items,
  });
}

export function useAttestations() {
  const api = useApi();
  return usePaged([...queryKey, "attestations"], (query, call) => api.compliance.attestations({ query }, call));
}

export function useAttest() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...body }: { control: string; statement: string; key: string }) =>
      api.compliance.attest({ body }, { headers: { "idempotency-key": key } }),
    onSuccess: () => toastDone("Attested for 90 days"),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
