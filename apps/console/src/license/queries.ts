import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { useSession } from "../session/context.tsx";
import { toastDone } from "../ui/toast.tsx";

const statusKey = ["license", "status"];

export function useLicenseStatus() {
  const api = useApi();
  return useQuery({ queryKey: statusKey, queryFn: ({ signal }) => api.license.status({}, { signal }) });
}

export function useLicenseUsage() {
  const api = useApi();
  return useQuery({ queryKey: ["license", "usage"], queryFn: ({ signal }) => api.license.usage({}, { signal }) });
}

/** A new license can change what any page shows, so everything is loaded again. */
export function useInstallLicense(): (license: string) => Promise<void> {
  const session = useSession();
  const client = useQueryClient();
  return async (license) => {
    client.setQueryData(statusKey, await session.installLicense(license));
    toastDone("License installed");
    void client.invalidateQueries();
  };
}
