import type { OperationGroups } from "@opsplane/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isLoopback } from "../http/addresses.ts";
import { docsPage } from "../http/docs-page.ts";
import { openApi } from "../http/openapi.ts";
import { compressed } from "../http/server.ts";
import type { Metrics } from "../metrics.ts";
import { sameSecret } from "../secrets.ts";

export interface DocumentOptions {
  metrics: Metrics;
  metricsToken: string | undefined;
  /** The modules of the caller's plan; undefined for a caller without a token, who sees every operation. */
  modulesOf?(token: string, address: string): Promise<ReadonlySet<string> | undefined>;
}

/** Serves the documents of an API and the server's metrics. */
export function serveDocuments(
  app: FastifyInstance,
  groups: OperationGroups,
  about: { title: string; version: string; description: string },
  { metrics, metricsToken, modulesOf = async () => undefined }: DocumentOptions,
): void {
  // Written when first asked for, because few servers are.
  const document = once(() => JSON.stringify(openApi(groups, about)));
  app.get("/api/openapi.json", compressed, async (request, reply) => {
    const token = request.headers.authorization?.split(" ")[1];
    const modules = token === undefined ? undefined : await modulesOf(token, request.ip);
    reply.header("vary", "authorization").type("application/json; charset=utf-8");
    return reply.send(modules ? JSON.stringify(openApi(withModules(groups, modules), about)) : document());
  });
  const page = once(() => docsPage(groups, about));
  app.get("/api/docs", compressed, (_, reply) => reply.type("text/html; charset=utf-8").send(page()));
  app.get("/metrics", async (request, reply) => {
    reply.header("vary", "accept");
    if (isNavigation(request)) return reply.callNotFound();
    if (!mayReadMetrics(metricsToken, request)) {
      return reply
        .code(401)
        .type("text/plain")
        .send("Send the value of METRICS_TOKEN in the header Authorization: Bearer <token>.\n");
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The operations that a plan includes. */
function withModules(groups: OperationGroups, modules: ReadonlySet<string>): OperationGroups {
  const included = Object.entries(groups).map(([group, specs]) => [
    group,
    Object.fromEntries(Object.entries(specs).filter(([, { module }]) => module === undefined || modules.has(module))),
  ]);
  return Object.fromEntries(included.filter(([, specs]) => Object.keys(specs ?? {}).length > 0));
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
