import compress from "@fastify/compress";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RouteShorthandOptions,
} from "fastify";
import { Failure } from "../failure.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { maxHeaderBytes, refuseConnection } from "./client-errors.ts";
import { isDeeperThan, maxDepth } from "./depth.ts";
import { sendFailure } from "./failures.ts";
import type { ForeignKeys } from "./references.ts";
import { serializerCompiler } from "./serialization.ts";
import { refuseSlowBodies } from "./slow-bodies.ts";
import { traceIdOf } from "./trace.ts";
import { validatorCompiler } from "./validation.ts";

export interface ServerOptions {
  log: Log;
  metrics: Metrics;
  trustProxy: TrustedProxies;
  /** The server is reached only through https. */
  https: boolean;
  /** How errors name the records that a request refers to. */
  foreignKeys?: ForeignKeys;
}

/** The proxies whose X-Forwarded-* headers are trusted: a number of hops, or their addresses. */
export type TrustedProxies = { hops: number } | { networks: string[] };

const bodyLimit = 1024 * 1024;

/** The longest that a file may arrive. Every other body has a minute (`slow-bodies.ts`). */
const maxRequestMs = 50 * 60_000;

const everywhere = { "x-content-type-options": "nosniff", "x-frame-options": "DENY" };

/** CSP for API responses, which no browser renders: nothing may be loaded or framed. */
const dataHeaders = {
  ...everywhere,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

const pageHeaders = {
  ...everywhere,
  "content-security-policy":
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

const hstsSeconds = 365 * 24 * 3600;

/** Fastify trusts no proxy when it gets a number, so hops are counted here. Hop 0 is the connection itself. */
function trust(proxies: TrustedProxies): string[] | false | ((address: string, hop: number) => boolean) {
  if ("networks" in proxies) return proxies.networks;
  return proxies.hops > 0 && ((_address, hop) => hop < proxies.hops);
}

function headersFor(path: string): Record<string, string> {
  return path.startsWith("/api/") && !path.startsWith("/api/docs") ? dataHeaders : pageHeaders;
}

/** A Fastify server with trace ids, security headers, the error envelope and metrics. */
export async function createServer({
  log,
  metrics,
  trustProxy,
  https,
  foreignKeys,
}: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    // Fastify's instance type depends on the logger. The cast keeps one FastifyInstance type everywhere.
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "trace_id" }),
    genReqId: traceIdOf,
    requestIdHeader: false,
    bodyLimit,
    http: { maxHeaderSize: maxHeaderBytes },
    clientErrorHandler: refuseConnection,
    trustProxy: trust(trustProxy),
    requestTimeout: maxRequestMs,
    forceCloseConnections: "idle",
    // Requests on open connections during shutdown are still answered; then the connection is closed.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      reply.headers(pageHeaders).header("x-trace-id", request.id);
      sendFailure(error, request, reply);
    },
  });
  app.setValidatorCompiler(validatorCompiler());
  app.setSerializerCompiler(serializerCompiler());
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, foreignKeys));
  acceptEmptyJson(app);
  closeIdleWhileStopping(app);
  refuseSlowBodies(app);
  // Enabled per route, because its hooks cost small responses more than compression saves.
  await app.register(compress, { global: false });

  // Callback hooks, because promises in hooks took a tenth of the time of a small read.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headersFor(request.url)).header("x-trace-id", request.id);
    if (https || request.protocol === "https") reply.header("strict-transport-security", `max-age=${hstsSeconds}`);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const operation = request.routeOptions.config.operation ?? "other";
    metrics.count(operation, reply.statusCode, reply.elapsedTime / 1000);
    request.log.debug({ operation, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, "answered");
    done();
  });
  if ("hops" in trustProxy && trustProxy.hops === 0) warnOfProxies(app, log);
  return app;
}

/** Behind an untrusted proxy all callers have one address, so limits by address apply to all of them together. */
function warnOfProxies(app: FastifyInstance, log: Log): void {
  let warned = false;
  app.addHook("onRequest", (request, _reply, done) => {
    if (!warned && request.headers["x-forwarded-for"] !== undefined) {
      warned = true;
      log.warn("Requests come through a proxy, but TRUST_PROXY is not set. All callers share the proxy's address.");
    }
    done();
  });
}

/** Time that running requests have to finish when the server stops. */
const graceMs = 10_000;

/**
 * Stopping waits for every connection. A connection that is kept alive after its response would delay it by a minute, and one whose
 * body never arrives would delay it forever.
 */
function closeIdleWhileStopping(app: FastifyInstance): void {
  app.addHook("preClose", async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), 50);
    const last = setTimeout(() => app.server.closeAllConnections(), graceMs);
    app.server.once("close", () => {
      clearInterval(timer);
      clearTimeout(last);
    });
  });
}

/** Accepts an empty body with application/json, which many clients send. Refuses a body that is nested too deeply. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, String(body), (error, parsed) => done(error ?? tooDeep(parsed), parsed));
  });
}

function tooDeep(body: unknown): Failure | null {
  if (!isDeeperThan(body, maxDepth)) return null;
  const path = Object.entries(Object(body)).find(([, value]) => isDeeperThan(value, maxDepth - 1))?.[0] ?? "";
  const message = `is nested deeper than ${maxDepth} levels`;
  return new Failure("VALIDATION_ERROR", `The body ${message}.`, { details: [{ path, message }] });
}

/** Route option for long responses. */
export const compressed = {
  compress: { threshold: 2048, encodings: ["gzip", "deflate"] },
} as const satisfies RouteShorthandOptions;

/** Streams bypass Fastify's reply, so they set the shared headers with this function. */
export function sharedHeaders(traceId: string): Record<string, string> {
  return { ...dataHeaders, "x-trace-id": traceId };
}
