import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { departureOf } from "../departure.ts";
import { fail } from "../failure.ts";
import { fileTooLarge } from "../files/chunks.ts";
import type { ReceivedFile } from "../files/file.ts";
import type { ServerContext } from "./server-context.ts";

export interface AnyUploadHandler {
  admit(context: unknown): Promise<void>;
  store(context: unknown): Promise<unknown>;
}

type WriteFile = (request: FastifyRequest, reply: FastifyReply, file: ReceivedFile) => Promise<unknown>;

/** In this scope bodies are left on the connection until a handler reads them. */
export function leaveBodiesUnread(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null, undefined));
}

/**
 * Stores the body while it arrives and then runs the operation's write. A slow sender holds no transaction and no connection of the
 * database. A file that the write did not take is removed, whatever happened.
 */
export function performUpload(handler: AnyUploadHandler, server: ServerContext, write: WriteFile) {
  const { files, database } = server;
  if (!files) throw new Error("A plane with uploads needs file rules.");
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const principal = request.principal ?? fail("UNAUTHORIZED", "Nobody is logged in.");
    const { tenantId } = principal;
    const announcedBytes = announcedBytesOf(request.headers);
    if (announcedBytes !== undefined && announcedBytes > files.maxBytes) throw fileTooLarge(files.maxBytes);
    assertNotCompressed(request.headers);
    const mediaType = mediaTypeOf(request.headers);
    const digest = digestOf(request.headers);
    const leave = files.takePlace(tenantId);
    try {
      const { params, query } = request;
      const db = database.tenant(tenantId, departureOf(reply.raw));
      await handler.admit({ params, query, body: {}, now: server.now(), request, reply, principal, db });
      const body = request.raw;
      const file = await files.receive({ tenantId, createdBy: principal.label, mediaType, announcedBytes, body });
      try {
        assertDigest(file, digest);
        return await write(request, reply, file);
      } finally {
        await files.discard(tenantId, file.id);
      }
    } finally {
      leave();
    }
  };
}

function announcedBytesOf(headers: IncomingHttpHeaders): number | undefined {
  const written = headers["content-length"];
  return written === undefined ? undefined : Number(written);
}

function assertNotCompressed(headers: IncomingHttpHeaders): void {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity")
    fail("VALIDATION_ERROR", `A file is stored as it is sent; send it without the Content-Encoding '${encoding}'.`);
}

const mediaTypeForm = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(\s*;[\x20-\x7e]*)?$/;

function mediaTypeOf(headers: IncomingHttpHeaders): string {
  const written = headers["content-type"]?.trim() ?? "application/octet-stream";
  if (written.length > 200 || !mediaTypeForm.test(written))
    fail("VALIDATION_ERROR", "Content-Type must be a media type such as image/png, with at most 200 characters.");
  return written;
}

/** The SHA-256 that the sender names, in `content-digest: sha-256=:…:` or the older `digest: sha-256=…`. */
function digestOf(headers: IncomingHttpHeaders): Buffer | undefined {
  const written = headers["content-digest"] ?? headers.digest;
  if (written === undefined) return undefined;
  const [, encoded = ""] = /(?:^|,)\s*sha-256\s*=\s*:?([A-Za-z0-9+/]{43}=):?\s*(?:,|;|$)/i.exec(String(written)) ?? [];
  const digest = Buffer.from(encoded, "base64");
  if (digest.length !== 32)
    fail("VALIDATION_ERROR", "The digest must be written as content-digest: sha-256=:<32 bytes in base64>:.");
  return digest;
}

function assertDigest({ sha256 }: ReceivedFile, digest: Buffer | undefined): void {
  if (digest !== undefined && digest.toString("hex") !== sha256)
    fail(
      "VALIDATION_ERROR",
      `The file that arrived has the SHA-256 ${sha256}, not the one in the digest; send it again.`,
    );
}
