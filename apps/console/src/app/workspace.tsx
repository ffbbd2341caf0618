import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import { Notifications } from "@mantine/notifications";
import { createClient, operations } from "@opsplane/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { ApiProvider } from "../api/api.tsx";
import { createQueryClient } from "../api/query-client.ts";
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
  const { headers, fetch } = useSession();
  const [api] = useState(() => createClient(operations, { baseUrl: "", headers, fetch }));
  const [client] = useState(() => createQueryClient((code) => code === "FORBIDDEN" || isRestriction(code)));
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
