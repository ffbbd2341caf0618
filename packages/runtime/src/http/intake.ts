import type { Readable } from "node:stream";
import type { OperationSpec } from "@opsplane/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure, fail } from "../failure.ts";
import type { admission } from "./admission.ts";
import type { IntakeContext } from "./context.ts";
import { drainRefused } from "./drain.ts";
import { wrap } from "./envelope.ts";
import { asFailure, noteFailure, sendFailure } from "./failures.ts";
import type { BodyMeter, IntakeRules } from "./intake-rules.ts";
import type { ServerContext } from "./server-context.ts";

/** Limit of a received body. Senders must split larger batches. */
const bodyLimit = 32 * 1024 * 1024;

/** Serves operations with raw bodies. They need no transaction and no audit record, because telemetry changes no records. */
export function serveIntake(
  app: FastifyInstance,
  served: readonly { id: string; spec: OperationSpec; handler: (context: IntakeContext) => Promise<unknown> }[],
  server: ServerContext,
  admit: ReturnType<typeof admission>,
): void {
  if (served.length === 0) return;
  const { intake: rules } = server;
  if (!rules) throw new Error("A plane with intake operations needs intake rules.");
  // A separate Fastify scope, in which every body is raw bytes.
  app.register(async (scope) => {
    const meters = new WeakMap<FastifyRequest, BodyMeter>();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (request: FastifyRequest, stream: Readable) =>
      readBody(request, stream, meters.get(request)),
    );
    for (const { id, spec, handler } of served) {
      scope.route({
        method: spec.method,
        url: spec.path,
        config: { operation: id },
        bodyLimit,
        onRequest: async (request, reply) => {
          await admit(spec, request);
          // Checked before the body is read, so that bodies which cannot be stored are not received.
          const meter = rules.admit(tenantOf(request));
          meters.set(request, meter);
          reply.raw.once("close", () => meter.release());
        },
        errorHandler: (error, request, reply) => refuse(rules, spec, error, request, reply),
        handler: async (request, reply) => {
          const output = await handler(contextOf(server, spec, request, reply));
          return reply.sent ? reply : wrap(spec, output, {});
        },
      });
    }
  });
}

function tenantOf(request: FastifyRequest): string {
  return request.principal?.tenantId ?? fail("UNAUTHORIZED", "Log in first.");
}

/** Counts memory as bytes arrive. A Content-Length alone reserves none. */
async function readBody(request: FastifyRequest, stream: Readable, meter: BodyMeter | undefined): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > bodyLimit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // The stream is not destroyed: the rest of a refused body is drained, so the sender can read the response.
  await new Promise<void>((resolve, reject) => {
    const stop = (error: unknown) => {
      stream.removeAllListeners("data");
      reject(error);
    };
    stream.on("data", (chunk: Buffer) => {
      try {
        size += chunk.length;
        if (size > bodyLimit) throw tooLarge();
        meter?.count(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        stop(error);
      }
    });
    stream.once("end", resolve);
    stream.once("error", stop);
    stream.once("close", () => stop(new Failure("VALIDATION_ERROR", "The body ended before it was complete.")));
  });
  // A separate buffer can be transferred to another thread without a copy.
  const whole = Buffer.from(new ArrayBuffer(size));
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(whole, at);
  return whole;
}

function tooLarge(): Failure {
  const most = bodyLimit / 1024 / 1024;
  return new Failure("VALIDATION_ERROR", `The body is larger than ${most} MiB; send it in smaller pieces.`, {
    status: 413,
  });
}

function contextOf(
  server: ServerContext,
  spec: OperationSpec,
  request: FastifyRequest,
  reply: FastifyReply,
): IntakeContext {
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const encoding = (request.headers["content-encoding"] ?? "identity").toString().trim().toLowerCase();
  const { types = [], encodings = [] } = spec.intake ?? {};
  if (!types.includes(type))
    fail("VALIDATION_ERROR", `The body must be sent as ${types.join(" or ")}, not as '${type}'.`);
  if (encoding !== "identity" && !encodings.includes(encoding))
    fail("VALIDATION_ERROR", `The body may be compressed with ${encodings.join(" or ")}, not with '${encoding}'.`);
  return {
    principal: request.principal ?? fail("UNAUTHORIZED", "Log in first."),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    type,
    encoding,
    now: server.now(),
    request,
    reply,
  };
}

/** Some senders expect errors in their own format. */
function refuse(
  rules: IntakeRules,
  spec: OperationSpec,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const failure = asFailure(error);
  const own = rules.refusal(spec, request.headers["content-type"] ?? "", failure);
  if (own === undefined) {
    sendFailure(error, request, reply);
    return;
  }
  drainRefused(request, reply);
  noteFailure(error, failure, request);
  if (failure.options.retryAfterSeconds !== undefined) reply.header("retry-after", failure.options.retryAfterSeconds);
  reply.code(failure.status).type(own.type).send(own.body);
}
