import { createClient } from "@opsplane/contract";
import { controlOperations } from "@opsplane/contract/control-plane";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { createQueryClient } from "../../api/query-client.ts";
import { PortalApiProvider } from "../api.tsx";

/** Around the pages without a login. */
export function PublicRoot({ children }: { children: ReactNode }) {
  const [api] = useState(() => createClient(controlOperations, { baseUrl: "" }));
  const [client] = useState(() => createQueryClient((code) => code === "FORBIDDEN"));
  return (
    <PortalApiProvider api={api}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </PortalApiProvider>
  );
}
