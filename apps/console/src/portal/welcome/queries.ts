import { useQuery } from "@tanstack/react-query";
import { usePortalApi } from "../api.tsx";

/** Plans and add-ons with their prices. */
export function useOffer() {
  const api = usePortalApi();
  return useQuery({ queryKey: ["offer"], queryFn: ({ signal }) => api.plans.list({}, { signal }) });
}
