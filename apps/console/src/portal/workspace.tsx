import { Notifications } from "@mantine/notifications";
import { createClient } from "@opsplane/contract";
import { controlOperations } from "@opsplane/contract/control-plane";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { createQueryClient } from "../api/query-client.ts";
import { KeyboardProvider } from "../keys/keys.tsx";
import { useSession } from "../session/context.tsx";
import { ClockProvider } from "../time/time.tsx";
import { PortalApiProvider } from "./api.tsx";
import { LoadProfile } from "./frame/load-profile.tsx";
import { createPortalRouter } from "./router.tsx";

const router = createPortalRouter();

/** Everything behind the login. Each person gets a new query cache, so that no cached data of another person remains. */
export function Workspace() {
  const { headers, fetch } = useSession();
  const [api] = useState(() => createClient(controlOperations, { baseUrl: "", headers, fetch }));
  const [client] = useState(() => createQueryClient((code) => code === "FORBIDDEN"));
  return (
    <PortalApiProvider api={api}>
      <QueryClientProvider client={client}>
        <Notifications position="bottom-right" limit={4} />
        <ClockProvider>
          <KeyboardProvider>
            <LoadProfile>
              <RouterProvider router={router} />
            </LoadProfile>
          </KeyboardProvider>
        </ClockProvider>
      </QueryClientProvider>
    </PortalApiProvider>
  );
}
