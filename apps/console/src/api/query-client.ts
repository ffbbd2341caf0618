import type { ApiError } from "@opsplane/contract";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

/** A refusal with one of these codes can mean that the person's role or plan has just changed, so the profile is loaded again. */
export function createQueryClient(changesProfile: (code: string) => boolean): QueryClient {
  const onError = ({ code }: ApiError) => {
    if (changesProfile(code)) void client.invalidateQueries({ queryKey: ["profile"] });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The live stream announces most changes; this covers the others.
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && (error.status === 0 || error.status >= 500),
        refetchOnWindowFocus: true,
        networkMode: "always",
      },
      // Otherwise a button would spin without a message while the browser believes that it is offline.
      mutations: { networkMode: "always" },
    },
  });
  return client;
}

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
  }
}
