import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { operations } from "@opsplane/contract";
import { drainRefused, type ReadContext } from "@opsplane/runtime";
import type { Core, FeatureOf } from "../core.ts";
import { signalOf } from "../telemetry/index.ts";
import type { OpenAsker } from "../tools/index.ts";
import { readMessage, rpcRefusal } from "./messages.ts";
import { type Arrival, foreignArrival, type OwnAddress } from "./own-address.ts";
import { mcpServer } from "./server.ts";

const { path } = operations.mcp.message;

/** A refusal of the transport: neither a fault of the message nor of a method. */
const transportRefused = -32000;

/** The same tools for people's own assistants, over the Model Context Protocol. */
export function openMcp(core: Pick<Core, "publicUrl" | "config">, openAsker: OpenAsker): FeatureOf<"mcp"> {
  const { publicUrl, config } = core;
  const own = ownAddress(config);
  return {
    serve: (app) => {
      // Before the token is looked at, because a foreign page may use a browser that has one.
      app.addHook("onRequest", (request, reply, done) => {
        const problem = request.routeOptions.url === path ? foreignArrival(own, arrivalOf(request)) : undefined;
        if (problem === undefined) done();
        else refuse(request, reply, problem);
      });
      // The MCP server has no sessions, so there is nothing to listen to and nothing to end. Clients expect this status.
      app.route({
        method: ["GET", "DELETE"],
        url: path,
        handler: (_, reply) => reply.code(405).header("allow", "POST").send(),
      });
    },
    handlers: {
      mcp: {
        message: async (context) => {
          const { request, reply } = context;
          const read = readMessage(Buffer.isBuffer(context.body) ? context.body : Buffer.alloc(0));
          if ("refusal" in read) {
            reply.code(400).type("application/json").send(JSON.stringify(read.refusal));
            return undefined;
          }
          const asker = openAsker(context, { timezone: "UTC", signal: signalOf(reply) });
          const server = mcpServer(asker, publicUrl(), request);
          // Without a session id every message stands alone, so any instance can answer it.
          const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
          await server.connect(transport);
          try {
            const answer = await transport.handleRequest(webRequest(request.headers, publicUrl()), {
              parsedBody: read.message,
            });
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

function ownAddress({ publicUrl, mcpOrigins }: Pick<Core["config"], "publicUrl" | "mcpOrigins">): OwnAddress {
  const origins = publicUrl === undefined ? mcpOrigins : [new URL(publicUrl).origin, ...mcpOrigins];
  return { origins, hasPublicUrl: publicUrl !== undefined };
}

function arrivalOf({ host, headers, raw }: ReadContext["request"]): Arrival {
  return { host, origin: headers.origin, localAddress: raw.socket.localAddress };
}

function refuse(request: ReadContext["request"], reply: ReadContext["reply"], problem: string): void {
  drainRefused(request, reply);
  reply
    .code(403)
    .type("application/json")
    .send(JSON.stringify(rpcRefusal(transportRefused, problem)));
}

/** The request in the form of the web platform. The body is parsed already. */
function webRequest(headers: NodeJS.Dict<string | string[]>, url: string): Request {
  const version = headers["mcp-protocol-version"];
  return new Request(new URL(path, url), {
    method: "POST",
    headers: {
      "content-type": String(headers["content-type"] ?? ""),
      // The answer is always JSON; the SDK requires both types.
      accept: "application/json, text/event-stream",
      ...(version === undefined ? {} : { "mcp-protocol-version": String(version) }),
    },
  });
}
