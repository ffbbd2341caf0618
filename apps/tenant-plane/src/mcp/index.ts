import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { operations } from "@opsplane/contract";
import { fail } from "@opsplane/runtime";
import type { Core, FeatureOf } from "../core.ts";
import { signalOf } from "../telemetry/index.ts";
import type { OpenAsker } from "../tools/index.ts";
import { mcpServer } from "./server.ts";

/** The same tools for people's own assistants, over the Model Context Protocol. */
export function openMcp({ publicUrl }: Pick<Core, "publicUrl">, openAsker: OpenAsker): FeatureOf<"mcp"> {
  return {
    // The MCP server has no sessions, so there is nothing to listen to and nothing to end. Clients expect this status.
    serve: (app) =>
      app.route({
        method: ["GET", "DELETE"],
        url: operations.mcp.message.path,
        handler: (_, reply) => reply.code(405).header("allow", "POST").send(),
      }),
    handlers: {
      mcp: {
        message: async (context) => {
          const { body, request, reply } = context;
          const asker = openAsker(context, { timezone: "UTC", signal: signalOf(reply) });
          const server = mcpServer(asker, publicUrl());
          // Without a session id every message stands alone, so any instance can answer it.
          const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
          await server.connect(transport);
          try {
            const answer = await transport.handleRequest(messageOf(request.headers, publicUrl()), { parsedBody: body });
            // A message that is none is refused like any other input.
            if (answer.status >= 400) fail("VALIDATION_ERROR", await problemOf(answer));
            const type = answer.headers.get("content-type");
            if (type !== null) reply.type(type);
            reply.code(answer.status).send(await answer.text());
          } finally {
            await server.close();
          }
          return undefined;
        },
      },
    },
  };
}

async function problemOf(answer: Response): Promise<string> {
  const text = await answer.text();
  return /"message":"([^"]*)"/.exec(text)?.[1] ?? "The body must be one JSON-RPC message.";
}

/** The request in the form of the web platform. The body is parsed already. */
function messageOf(headers: NodeJS.Dict<string | string[]>, url: string): Request {
  const version = headers["mcp-protocol-version"];
  return new Request(new URL("/api/mcp", url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      // The answer is always JSON; the SDK requires both types.
      accept: "application/json, text/event-stream",
      ...(typeof version === "string" ? { "mcp-protocol-version": version } : {}),
    },
  });
}
