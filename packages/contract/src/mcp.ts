import { operation } from "./operation.ts";
import { freeForm } from "./schema.ts";

export const mcp = {
  message: operation({
    method: "POST",
    path: "/api/mcp",
    summary: "Send a message of the Model Context Protocol",
    description:
      "Streamable HTTP without sessions: one JSON-RPC message a request. The tools only read and check your permissions. The token identifies the tenant, so x-tenant-id is optional.",
    access: "copilot:ask",
    module: "ai",
    effect: "read",
    envelope: "none",
    tenantOfToken: true,
    raw: { maxBytes: 1024 * 1024 },
    reply: freeForm("A JSON-RPC message"),
  }),
};
