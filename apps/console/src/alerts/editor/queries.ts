import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { useCan } from "../../session/context.tsx";

/** The services of the last day. */
export function useServiceNames() {
  const api = useApi();
  const mayRead = useCan()("observability:read");
  return useQuery({
    queryKey: ["alert-policies", "services"],
    queryFn: async ({ signal }) =>
      (await api.services.list({ query: { from: "now-24h" } }, { signal })).map(({ service }) => service),
    staleTime: 60_000,
    enabled: mayRead,
  });
}
