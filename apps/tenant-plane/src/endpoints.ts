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

/** The contract's operations, and what is not JSON: the API's documents and the server's own figures. */
export function serveEndpoints(
  app: FastifyInstance,
  config: Config,
  handlers: Handlers<typeof operations>,
  server: ServerContext,
  metrics: Metrics,
): void {
  const about = { title: "Opsplane Tenant Plane", version };
  // A worker answers for its health and nothing else.
  if (config.role === "worker")
    serveOperations(
      app,
      { system: { health: operations.system.health } },
      { system: { health: handlers.system.health } },
      server,
    );
  else serveOperations(app, operations, handlers, server);
  const document = JSON.stringify(openApi(operations, about));
  app.get("/api/openapi.json", compressed, (_, reply) => reply.type("application/json; charset=utf-8").send(document));
  const page = docsPage(operations, about);
  app.get("/api/docs", compressed, (_, reply) => reply.type("text/html; charset=utf-8").send(page));
  app.get("/metrics", async (request, reply) => {
    if (!mayReadMetrics(config.metricsToken, request)) {
      return reply.code(401).type("text/plain").send("This needs the token that METRICS_TOKEN sets, as bearer.\n");
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** Without a token only callers on this machine may. What came through a proxy comes from elsewhere. */
function mayReadMetrics(token: string | undefined, { headers, ip }: FastifyRequest): boolean {
  if (token !== undefined) return sameSecret(headers.authorization?.replace(/^Bearer /i, "") ?? "", token);
  return isLoopback(ip) && headers["x-forwarded-for"] === undefined && headers.forwarded === undefined;
}
