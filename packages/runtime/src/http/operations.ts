import { envelopeOf, estimateHeader, type OperationGroups, type OperationSpec, statusOf } from "@opsplane/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { departed, departureOf } from "../departure.ts";
import { assertEntitled } from "../entitlements.ts";
import { fail } from "../failure.ts";
import type { Download, GeneratedDownload, ReceivedFile } from "../files/file.ts";
import type { Principal } from "../principal.ts";
import { openWrite } from "../write-scope.ts";
import { admission } from "./admission.ts";
import type { Handlers } from "./context.ts";
import { sendDownload } from "./downloads.ts";
import { responseSchemas, wrap } from "./envelope.ts";
import { type Claim, claim, claimOf, isAnswered, remember } from "./idempotency.ts";
import { serveIntake } from "./intake.ts";
import { compressed } from "./server.ts";
import { originOf, personOrigin, type ServerContext } from "./server-context.ts";
import { asHeader, dropUnknown } from "./unknown-fields.ts";
import { type AnyUploadHandler, leaveBodiesUnread, performUpload } from "./uploads.ts";

type AnyHandler = (context: unknown) => Promise<unknown>;

/** Serves every operation of a contract. Validation, admission, transaction, audit and envelope follow from its definition. */
export function serveOperations<G extends OperationGroups>(
  app: FastifyInstance,
  groups: G,
  handlers: Handlers<G>,
  server: ServerContext,
): void {
  const admit = admission(server);
  const intake: Parameters<typeof serveIntake>[1][number][] = [];
  const raw: { id: string; spec: OperationSpec; perform: Perform; bodyLimit: number }[] = [];
  const uploads: { id: string; spec: OperationSpec; perform: Perform }[] = [];
  app.decorateRequest("principal", null);
  for (const [group, specs] of Object.entries(groups)) {
    for (const [name, spec] of Object.entries(specs)) {
      // Handlers<G> checks each handler against its operation. From here on all handlers have one type.
      const handler = handlers[group]?.[name] as unknown as AnyHandler;
      const id = `${group}.${name}`;
      if (spec.intake) intake.push({ id, spec, handler });
      else if (spec.raw)
        raw.push({ id, spec, perform: performer(id, spec, handler, server), bodyLimit: spec.raw.maxBytes });
      else if (spec.upload) uploads.push({ id, spec, perform: uploader(id, spec, handler, server) });
      else serve(app, id, spec, performer(id, spec, handler, server), admit);
    }
  }
  serveIntake(app, intake, server, admit);
  app.register(async (scope) => {
    // A signature covers the exact bytes, and a sender's own format is parsed by its handler.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    for (const { id, spec, perform, bodyLimit } of raw) serve(scope, id, spec, perform, admit, { bodyLimit });
  });
  app.register(async (scope) => {
    leaveBodiesUnread(scope);
    const { maxBytes: bodyLimit } = server.files ?? { maxBytes: 1 };
    for (const { id, spec, perform } of uploads) serve(scope, id, spec, perform, admit, { bodyLimit });
  });
}

function serve(
  app: FastifyInstance,
  id: string,
  spec: OperationSpec,
  perform: Perform,
  admit: ReturnType<typeof admission>,
  limits: { bodyLimit?: number } = {},
): void {
  const lists = listParameters(spec);
  app.route({
    method: spec.method,
    url: spec.path,
    config: { operation: id, longBody: spec.upload ?? false },
    ...limits,
    ...(isList(spec) ? compressed : {}),
    schema: {
      ...(spec.params ? { params: spec.params } : {}),
      ...(spec.query ? { querystring: spec.query } : {}),
      ...(spec.body ? { body: spec.body } : {}),
      response: responseSchemas(spec),
    },
    // Callback style: a cached token (nearly every request) is admitted without allocating a promise.
    onRequest: (request, _reply, done) => {
      const admitted = admit(spec, request);
      if (admitted) admitted.then(() => done(), done);
      else done();
    },
    preValidation: (request, reply, done) => {
      if (spec.body && request.body === undefined) request.body = {};
      splitLists(lists, request.query as Record<string, unknown>);
      const ignored = [...unknownIn(spec.body, request.body), ...unknownIn(spec.query, request.query)];
      if (ignored.length > 0) reply.header("x-ignored-fields", asHeader(ignored));
      done();
    },
    handler: (request, reply) => {
      reply.code(statusOf(spec));
      return perform(request, reply);
    },
  });
}

function isList(spec: OperationSpec): boolean {
  return !["one", "none"].includes(envelopeOf(spec));
}

function performer(id: string, spec: OperationSpec, handler: AnyHandler, server: ServerContext) {
  if (spec.access === "public" || spec.access === "service") return performOpen(spec, handler, server);
  if (spec.prepares) return performPrepared(id, spec, handler, server);
  return spec.effect === "read" ? performRead(spec, handler, server) : performWrite(id, spec, handler, server);
}

function uploader(id: string, spec: OperationSpec, handler: unknown, server: ServerContext): Perform {
  // Handlers<G> pairs each upload with a handler of this shape.
  const upload = handler as AnyUploadHandler;
  return performUpload(upload, server, (request, reply, file) => {
    const store: AnyHandler = (context) => upload.store({ ...(context as object), file });
    return performWrite(id, spec, store, server, () => sentBy(request, file))(request, reply);
  });
}

/** What an Idempotency-Key of an upload is bound to, since the file itself is not at hand. */
function sentBy({ params, query }: FastifyRequest, { mediaType, sha256 }: ReceivedFile): unknown {
  return { params, query, mediaType, sha256 };
}

type Perform = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function performOpen(spec: OperationSpec, handler: AnyHandler, server: ServerContext): Perform {
  const actorType = spec.access === "service" ? "service" : "system";
  return async (request, reply) => {
    const origin = originOf(request, { actorType, actorId: null, actor: actorType });
    const isEntitled = async (tenantId: string) => assertEntitled(spec, await server.entitlementsOf(tenantId));
    const given = { origin, database: server.database, assertEntitled: isEntitled };
    const output = await handler({ ...common(request, reply, server), ...given });
    if (reply.sent) return reply;
    if (spec.download) return sendDownload(request, reply, output as Download | GeneratedDownload);
    return wrap(spec, output, {});
  };
}

function performRead(spec: OperationSpec, handler: AnyHandler, server: ServerContext): Perform {
  return async (request, reply) => {
    const principal = principalOf(request);
    if (spec.download) holdPlace(server, principal.tenantId, reply);
    // Written out, because object spread on the path of every read is measurable.
    const output = await handler({
      params: request.params,
      query: request.query,
      body: request.body ?? {},
      now: server.now(),
      request,
      reply,
      principal,
      db: server.database.tenant(principal.tenantId, departureOf(reply.raw)),
    });
    if (reply.sent) return reply;
    // Handlers<G> pairs each download with a handler that returns one.
    if (spec.download) return sendDownload(request, reply, output as Download | GeneratedDownload);
    tagVersion(reply, output);
    if (isEstimated(output)) reply.header(estimateHeader, "1");
    return wrap(spec, output, request.query as Record<string, never>);
  };
}

/** The place of a download is free again when its reply closes. A reply that is closed already would never say so. */
function holdPlace({ files }: ServerContext, tenantId: string, reply: FastifyReply): void {
  // A plane without stored files makes its downloads from a record, which takes no place.
  if (!files) return;
  if (reply.raw.destroyed) throw departed();
  reply.raw.once("close", files.takePlace(tenantId));
}

/** A slow handler, such as one that asks a model, holds no transaction while it works. */
function performPrepared(id: string, spec: OperationSpec, handler: AnyHandler, server: ServerContext): Perform {
  return async (request, reply) => {
    const principal = principalOf(request);
    const db = server.database.tenant(principal.tenantId, departureOf(reply.raw));
    const claimed = claimBy(request, id, spec, principal, wholeBody);
    // A retry gets the first answer, so the work is not done again.
    if (claimed !== undefined && (await isAnswered(db, claimed)))
      return performWrite(id, spec, handler, server)(request, reply);
    // Handlers<G> pairs each such operation with a handler that returns its write.
    const write = (await handler({ ...common(request, reply, server), principal, db })) as AnyHandler;
    return performWrite(id, spec, write, server)(request, reply);
  };
}

function performWrite(
  id: string,
  spec: OperationSpec,
  handler: AnyHandler,
  server: ServerContext,
  sent: (request: FastifyRequest) => unknown = wholeBody,
): Perform {
  return async (request, reply) => {
    const principal = principalOf(request);
    const claimed = claimBy(request, id, spec, principal, sent);
    let events = 0;

    const answer = await server.database.inTenant(principal.tenantId, async (tx) => {
      const before = claimed && (await claim(tx, claimed, server.secrets));
      if (before !== undefined) {
        reply.header("idempotency-replayed", "true").type("application/json; charset=utf-8");
        return before;
      }
      const origin = personOrigin(request, principal);
      const { scope, finish } = openWrite(server, tx, principal.tenantId, id, origin);
      const output = await handler({
        ...common(request, reply, server),
        ...scope,
        principal,
        origin,
        assertUnchanged: (record: { version: number }) => assertVersion(request, record.version),
      });
      events = await finish(spec.routine);
      tagVersion(reply, output);
      const wrapped = wrap(spec, output, {});
      if (claimed === undefined) return wrapped;
      const text = reply.serialize(wrapped) as string;
      await remember(tx, claimed, text, server.secrets);
      reply.type("application/json; charset=utf-8");
      return text;
    });
    if (spec.revokes) server.revoked(principal.tenantId);
    if (events > 0) server.committed(principal.tenantId, events);
    return answer;
  };
}

/** Of writes that make a record: a retry after a lost answer must not make another. */
function claimBy(
  request: FastifyRequest,
  id: string,
  spec: OperationSpec,
  principal: Principal,
  sent: (request: FastifyRequest) => unknown,
): Claim | undefined {
  const key = [201, 202].includes(statusOf(spec)) ? request.headers["idempotency-key"] : undefined;
  return typeof key === "string" ? claimOf(id, principal.id, checkedKey(key), sent(request)) : undefined;
}

const wholeBody = ({ body }: FastifyRequest): unknown => body;

function common(request: FastifyRequest, reply: FastifyReply, server: ServerContext) {
  return {
    params: request.params,
    query: request.query,
    body: request.body ?? {},
    now: server.now(),
    request,
    reply,
  };
}

function principalOf(request: FastifyRequest): Principal {
  return request.principal ?? fail("UNAUTHORIZED", "Log in first.");
}

function checkedKey(key: string): string {
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    fail("VALIDATION_ERROR", "An Idempotency-Key has 1 to 200 visible ASCII characters.");
  return key;
}

function assertVersion(request: FastifyRequest, version: number): void {
  const wanted = request.headers["if-match"];
  if (wanted === undefined || wanted.trim() === "*") return;
  if (!wanted.split(",").some((tag) => tag.trim().replace(/^W\//, "") === `"${version}"`)) {
    fail("CONFLICT", "Someone else has updated this record. Reload it and repeat your change.");
  }
}

function tagVersion(reply: FastifyReply, output: unknown): void {
  if (typeof output === "object" && output !== null && "version" in output && typeof output.version === "number") {
    reply.header("etag", `"${output.version}"`);
  }
}

function isEstimated(output: unknown): boolean {
  return typeof output === "object" && output !== null && "estimated" in output && output.estimated === true;
}

function listParameters(spec: OperationSpec): string[] {
  const properties =
    (spec.query as unknown as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {};
  return Object.keys(properties).filter((name) => properties[name]?.type === "array");
}

function splitLists(names: readonly string[], query: Record<string, unknown>): void {
  for (const name of names) {
    const written = query[name];
    if (typeof written === "string") query[name] = written.split(",").map((part) => part.trim());
  }
}

function unknownIn(schema: OperationSpec["body"], value: unknown): string[] {
  return schema && value !== undefined ? dropUnknown(schema, value) : [];
}
