import { operations } from "@opsplane/contract";
import {
  compressed,
  docsPage,
  type Handlers,
  isLoopback,
  type Metrics,
  openApi,
  type ServerContext,
  sameSecret,
  serveOperations,
} from "@opsplane/runtime";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "./config.ts";
import { version } from "./version.ts";

/** Serves the contract's operations, the API documents and the server's metrics. */
export function serveEndpoints(
  app: FastifyInstance,
  config: Config,
  handlers: Handlers<typeof operations>,
  server: ServerContext,
  metrics: Metrics,
): void {
  const about = { title: "Opsplane Tenant Plane", version };
  // A worker serves only health.
  if (config.role === "worker")
    serveOperations(
      app,
      { system: { health: operations.system.health } },
      { system: { health: handlers.system.health } },
      server,
    );
  else serveOperations(app, operations, handlers, server);
  // The MCP server has no sessions, so there is nothing to listen to and nothing to end. Clients expect this status.
  app.route({
    method: ["GET", "DELETE"],
    url: operations.mcp.message.path,
    handler: (_, reply) => reply.code(405).header("allow", "POST").send(),
  });
  const document = JSON.stringify(openApi(operations, about));
  app.get("/api/openapi.json", compressed, (_, reply) => reply.type("application/json; charset=utf-8").send(document));
  const page = docsPage(operations, about);
  app.get("/api/docs", compressed, (_, reply) => reply.type("text/html; charset=utf-8").send(page));
  app.get("/metrics", async (request, reply) => {
    reply.header("vary", "accept");
    if (isNavigation(request)) return reply.callNotFound();
    if (!mayReadMetrics(config.metricsToken, request)) {
      return reply
        .code(401)
        .type("text/plain")
        .send("Send the value of METRICS_TOKEN in the header Authorization: Bearer <token>.\n");
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** A browser opens the console's page of the same path. Scrapers never ask for HTML. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") === true;
}

/** Without a token only callers on this machine are allowed. Requests through a proxy come from elsewhere. */
function mayReadMetrics(token: string | undefined, { headers, ip }: FastifyRequest): boolean {
  if (token !== undefined) return sameSecret(headers.authorization?.replace(/^Bearer /i, "") ?? "", token);
  return isLoopback(ip) && headers["x-forwarded-for"] === undefined && headers.forwarded === undefined;
}
