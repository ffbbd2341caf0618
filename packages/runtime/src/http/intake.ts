import type { OperationSpec } from "@opsplane/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Failure, fail } from "../failure.ts";
import type { admission } from "./admission.ts";
import type { IntakeContext } from "./context.ts";
import { drainRefused } from "./drain.ts";
import { wrap } from "./envelope.ts";
import { asFailure, noteFailure, sendFailure } from "./failures.ts";
import type { Frame } from "./frame.ts";

/** One request's body, as it arrives. Larger batches are to be sent in pieces. */
const bodyLimit = 32 * 1024 * 1024;

/** Serves operations that take bytes. No transaction and no audit record: telemetry is data, not a change of records. */
export function serveIntake(
  app: FastifyInstance,
  served: readonly { id: string; spec: OperationSpec; handler: (context: IntakeContext) => Promise<unknown> }[],
  frame: Frame,
  admit: ReturnType<typeof admission>,
): void {
  // A room of its own, where every body is bytes.
  app.register(async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));
    for (const { id, spec, handler } of served) {
      room.route({
        method: spec.method,
        url: spec.path,
        config: { operation: id },
        bodyLimit,
        onRequest: async (request, reply) => {
          await admit(spec, request);
          // Before the body is read: what cannot be stored is not received.
          const leave = frame.intake.enter(Number(request.headers["content-length"] ?? 0));
          reply.raw.once("close", leave);
        },
        errorHandler: (error, request, reply) => refuse(frame, spec, error, request, reply),
        handler: async (request, reply) => {
          const output = await handler(contextOf(frame, spec, request, reply));
          return reply.sent ? reply : wrap(spec, output, {});
        },
      });
    }
  });
}

function contextOf(frame: Frame, spec: OperationSpec, request: FastifyRequest, reply: FastifyReply): IntakeContext {
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const encoding = (request.headers["content-encoding"] ?? "identity").toString().trim().toLowerCase();
  const { types = [], encodings = [] } = spec.intake ?? {};
  if (!types.includes(type))
    fail("VALIDATION_ERROR", `The body must be sent as ${types.join(" or ")}, not as '${type}'.`);
  if (encoding !== "identity" && !encodings.includes(encoding))
    fail("VALIDATION_ERROR", `The body may be compressed by ${encodings.join(" or ")}, not by '${encoding}'.`);
  return {
    principal: request.principal ?? fail("UNAUTHORIZED", "Nobody is logged in."),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    type,
    encoding,
    now: frame.now(),
    request,
    reply,
  };
}

/** Some senders want the refusal in their own form. */
function refuse(frame: Frame, spec: OperationSpec, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = asFailure(error);
  const own = frame.intake.refusal(spec, request.headers["content-type"] ?? "", failure);
  if (own === undefined) {
    sendFailure(error, request, reply);
    return;
  }
  drainRefused(request, reply);
  noteFailure(error, failure, request);
  if (failure.options.retryAfterSeconds !== undefined) reply.header("retry-after", failure.options.retryAfterSeconds);
  reply.code(failure.status).type(own.type).send(own.body);
}

/** What the app decides about bodies. */
export interface Intake {
  /** Makes room for a body of so many bytes or refuses it; the answer gives the room back. */
  enter(bytes: number): () => void;
  /** The refusal in the sender's own form; undefined is the product's own. */
  refusal(
    spec: OperationSpec,
    contentType: string,
    failure: Failure,
  ): { type: string; body: Buffer | string } | undefined;
}
