import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import type { Download, GeneratedDownload } from "../files/file.ts";

/** A reader that takes nothing for so long is gone. */
const stalledMs = 60_000;

/** Sends a file as fast as the client takes it. */
export function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Download | GeneratedDownload,
  maxStalledMs = stalledMs,
): FastifyReply {
  reply.raw.setTimeout(maxStalledMs, () => reply.raw.destroy());
  const { name, isInline = false, headers = {} } = file;
  reply.headers({
    // A file comes from anyone: no browser may run it in the console's origin.
    "content-security-policy": `sandbox; default-src 'none'; ${isInline ? "style-src 'unsafe-inline'; " : ""}frame-ancestors 'none'`,
    "x-content-type-options": "nosniff",
    "content-disposition": disposition(isInline ? "inline" : "attachment", name),
    ...headers,
  });
  if (!("chunks" in file)) return sendStored(request, reply, file);
  const content = request.method === "HEAD" ? [] : file.chunks;
  return reply.type(file.mediaType).send(Readable.from(content, { objectMode: false }));
}

/** Sends a file whose size is known, or the one range of it that was asked for. */
function sendStored(request: FastifyRequest, reply: FastifyReply, file: Download): FastifyReply {
  const etag = `"${file.sha256}"`;
  reply.headers({ etag, "accept-ranges": "bytes" });
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const range = rangeOf(request, etag, file.size);
  if (range === "unsatisfiable") {
    reply.header("content-range", `bytes */${file.size}`);
    throw new Failure("VALIDATION_ERROR", `The range lies outside of the file, which has ${file.size} bytes.`, {
      status: 416,
    });
  }
  const { start, end } = range ?? { start: 0, end: file.size };
  if (range) reply.code(206).header("content-range", `bytes ${start}-${end - 1}/${file.size}`);
  reply.type(file.mediaType).header("content-length", end - start);
  // A stream even where nothing is sent: otherwise Fastify would answer HEAD with a length of 0.
  const content = request.method === "HEAD" ? [] : file.read(start, end);
  return reply.send(Readable.from(content, { objectMode: false }));
}

/** The name in ASCII for old clients, and in UTF-8. Neither can end the header's value. */
function disposition(how: "inline" | "attachment", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function matches(header: string | undefined, etag: string): boolean {
  return (header ?? "").split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}

interface ByteRange {
  start: number;
  /** Not included. */
  end: number;
}

/** Several ranges, and what is no range, are answered with the whole file. */
function rangeOf({ headers }: FastifyRequest, etag: string, size: number): ByteRange | "unsatisfiable" | undefined {
  if (headers["if-range"] !== undefined && headers["if-range"] !== etag) return undefined;
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  return start < end ? { start, end } : "unsatisfiable";
}
