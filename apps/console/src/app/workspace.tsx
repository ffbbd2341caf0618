import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import { Notifications } from "@mantine/notifications";
import type { ApiError } from "@opsplane/contract";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { ApiProvider } from "../api/api.tsx";
import { KeyboardProvider } from "../keys/keys.tsx";
import { LiveProvider } from "../live/live.tsx";
import { isRestriction } from "../session/block.ts";
import { useSession } from "../session/context.tsx";
import { ClockProvider } from "../time/time.tsx";
import { staleRules } from "./features.ts";
import { LoadProfile } from "./load-profile.tsx";
import { createConsoleRouter } from "./router.tsx";

// Created with the module, so that the code of the page loads while the session is being renewed.
const router = createConsoleRouter();

/** Everything behind the login. Each person gets a new query cache, so that no cached data of another person remains. */
export function Workspace({ userId }: { userId: string }) {
  const { api } = useSession();
  const [client] = useState(createQueryClient);
  return (
    <ApiProvider api={api}>
      <QueryClientProvider client={client}>
        <Notifications position="bottom-right" limit={4} />
        <ClockProvider>
          <KeyboardProvider>
            <LiveProvider userId={userId} rules={staleRules}>
              <LoadProfile>
                <RouterProvider router={router} />
              </LoadProfile>
            </LiveProvider>
          </KeyboardProvider>
        </ClockProvider>
      </QueryClientProvider>
    </ApiProvider>
  );
}

function createQueryClient(): QueryClient {
  // A refusal can mean that the person's role or the license has just changed, so the profile is loaded again.
  const onError = ({ code }: ApiError) => {
    if (code === "FORBIDDEN" || isRestriction(code)) void client.invalidateQueries({ queryKey: ["profile"] });
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
