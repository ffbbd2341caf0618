import compress from "@fastify/compress";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RouteShorthandOptions,
} from "fastify";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { maxHeaderBytes, refuseConnection } from "./client-errors.ts";
import { sendFailure } from "./failures.ts";
import { traceIdOf } from "./trace.ts";
import { validatorCompiler } from "./validation.ts";

export interface ServerOptions {
  log: Log;
  metrics: Metrics;
  trustProxy: boolean;
}

const bodyLimit = 1024 * 1024;

const everywhere = { "x-content-type-options": "nosniff", "x-frame-options": "DENY" };

/** For answers that no browser renders: nothing may be loaded, framed or kept. */
const dataHeaders = {
  ...everywhere,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

const pageHeaders = {
  ...everywhere,
  "content-security-policy":
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

function headersFor(path: string): Record<string, string> {
  return path.startsWith("/api/") && !path.startsWith("/api/docs") ? dataHeaders : pageHeaders;
}

/** A Fastify server with what every answer shares: trace id, security headers, the error envelope, figures. */
export async function createServer({ log, metrics, trustProxy }: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    // Fastify types its instances by their logger; the plain type keeps one FastifyInstance everywhere.
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "trace_id" }),
    genReqId: traceIdOf,
    requestIdHeader: false,
    bodyLimit,
    http: { maxHeaderSize: maxHeaderBytes },
    clientErrorHandler: refuseConnection,
    trustProxy,
    requestTimeout: 60_000,
    forceCloseConnections: "idle",
    // What arrives on an open connection while we stop is still answered, and the connection closed after it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      reply.headers(pageHeaders).header("x-trace-id", request.id);
      sendFailure(error, request, reply);
    },
  });
  app.setValidatorCompiler(validatorCompiler());
  app.setErrorHandler(sendFailure);
  acceptEmptyJson(app);
  closeIdleWhileStopping(app);
  // Only where a route asks for it: its hooks would cost every small answer more than compressing could save it.
  await app.register(compress, { global: false });

  // Hooks with a callback: a promise for each of them, of each request, was a tenth of a small read's cost.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headersFor(request.url)).header("x-trace-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const operation = request.routeOptions.config.operation ?? "other";
    metrics.count(operation, reply.statusCode, reply.elapsedTime / 1000);
    request.log.debug({ operation, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, "answered");
    done();
  });
  return app;
}

/** How long requests under way may take to end when the server stops. */
const graceMs = 10_000;

/**
 * Stopping waits for every connection. One that was busy at first and is kept alive after its answer would hold it up for a minute, and one whose
 * body never comes for ever.
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

/** A POST without a body may still say application/json, as many clients do. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else parse(request, String(body), done);
  });
}

/** A route's option for answers that can be long. */
export const compressed = {
  compress: { threshold: 2048, encodings: ["gzip", "deflate"] },
} as const satisfies RouteShorthandOptions;

/** Streams bypass Fastify's reply, so that they take the shared headers from here. */
export function sharedHeaders(traceId: string): Record<string, string> {
  return { ...dataHeaders, "x-trace-id": traceId };
}
