import type { ApiError } from "@opsplane/contract";
import { QueryCache, QueryClient } from "@tanstack/react-query";

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      // A refusal can mean that the person's role has just changed, so the profile is loaded again.
      onError: (error) => {
        if (error.code === "FORBIDDEN") void client.invalidateQueries({ queryKey: ["profile"] });
      },
    }),
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
