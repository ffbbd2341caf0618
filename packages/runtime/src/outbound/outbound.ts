import { connect, type LookupFunction } from "node:net";
import { Agent, request as send } from "undici";
import { type AllowedPrivate, openGuard, RefusedDestination } from "./guard.ts";

export interface OutboundRequest {
  url: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Timeout for the whole exchange, including redirects. */
  timeoutMs?: number;
  /** A larger answer is a failure. */
  maxBytes?: number;
  /** Keeps only the start of the answer and does not read the rest. */
  keepBytes?: number;
  /** 0 hands back the redirect itself. */
  maxRedirects?: number;
  signal?: AbortSignal;
  /** It holds a secret, which only the server of its address may get: a redirect to another server is a failure. */
  isSecret?: boolean;
}

export interface OutboundResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The final URL after redirects. */
  url: string;
}

/** A response whose body is read while it arrives. */
export interface OutboundStream extends Omit<OutboundResponse, "body"> {
  /** Fails when the response is larger than `maxBytes`, or the connection ends early. */
  body: AsyncIterable<Buffer>;
}

/** The request broke a rule, or the server did not respond as expected. The message is safe to show to users. */
export class OutboundFailure extends Error {}

/** An HTTP client for URLs that tenants choose. It reaches only public addresses, unless an operator allows others. */
export interface Outbound {
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** Hands the body over while it arrives. Redirects are not followed, and the timeout covers the body too. */
  stream(request: OutboundRequest): Promise<OutboundStream>;
  /** Why a request to this address would be refused, as far as the address itself shows; names are checked when they are resolved. */
  problemOf(url: string): string | undefined;
  /** Resolves the name and opens a connection, and sends nothing. */
  reach(url: string, timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

const defaults = { timeoutMs: 10_000, maxBytes: 1024 * 1024, maxRedirects: 5 };
const redirects = [301, 302, 303, 307, 308];

export function openOutbound(allowed: AllowedPrivate): Outbound {
  const guard = openGuard(allowed);
  const agent = new Agent({ connect: { lookup: guard.lookup, timeout: 5_000 }, connections: 20, pipelining: 1 });

  async function request(options: OutboundRequest): Promise<OutboundResponse> {
    const { timeoutMs = defaults.timeoutMs, maxRedirects = defaults.maxRedirects } = options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    let next = { ...options };
    try {
      for (let hop = 0; ; hop++) {
        const answer = await exchange(next, signal);
        const location = redirects.includes(answer.status) ? answer.headers.location : undefined;
        if (location === undefined || maxRedirects === 0) return answer;
        if (hop === maxRedirects) throw new OutboundFailure(`The server redirected more than ${maxRedirects} times.`);
        next = redirected(next, answer.status, location);
      }
    } catch (error) {
      if (timeout.aborted) throw new OutboundFailure(`The server did not answer within ${timeoutMs / 1000} s.`);
      throw asFailure(error);
    }
  }

  async function exchange(options: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    const url = parse(options.url);
    guard.assertUrl(url);
    const { method = "GET", headers = {}, body } = options;
    const answer = await send(url, { dispatcher: agent, method, headers, body: body ?? null, signal });
    const read = await readBody(answer.body, options);
    return { status: answer.statusCode, headers: flat(answer.headers), body: read, url: url.href };
  }

  async function stream(options: OutboundRequest): Promise<OutboundStream> {
    const { timeoutMs = defaults.timeoutMs, maxBytes = defaults.maxBytes } = options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    const failed = (error: unknown) =>
      timeout.aborted
        ? new OutboundFailure(`The server did not answer within ${timeoutMs / 1000} s.`)
        : asFailure(error);
    try {
      const url = parse(options.url);
      guard.assertUrl(url);
      const { method = "GET", headers = {}, body } = options;
      const answer = await send(url, { dispatcher: agent, method, headers, body: body ?? null, signal });
      const read = limited(answer.body, maxBytes, failed);
      return { status: answer.statusCode, headers: flat(answer.headers), body: read, url: url.href };
    } catch (error) {
      throw failed(error);
    }
  }

  return {
    request,
    stream,
    problemOf: (url) => {
      try {
        guard.assertUrl(parse(url));
        return undefined;
      } catch (error) {
        return asFailure(error).message;
      }
    },
    reach: async (written, timeoutMs) => {
      const url = parse(written);
      try {
        guard.assertUrl(url);
        await knock(url, guard.lookup, timeoutMs);
      } catch (error) {
        throw asFailure(error);
      }
    },
    // Requests that are still open end with the plane.
    close: () => agent.destroy(),
  };
}

function knock(url: URL, lookup: LookupFunction, timeoutMs: number): Promise<void> {
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ""), port, lookup, timeout: timeoutMs });
  return new Promise<void>((resolve, reject) => {
    socket.once("connect", () => resolve());
    socket.once("error", reject);
    socket.once("timeout", () =>
      reject(new OutboundFailure(`The server did not answer within ${timeoutMs / 1000} s.`)),
    );
  }).finally(() => socket.destroy());
}

async function readBody(
  body: AsyncIterable<unknown>,
  { maxBytes = defaults.maxBytes, keepBytes }: OutboundRequest,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    // Without an encoding the body consists of buffers.
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (keepBytes !== undefined && size >= keepBytes) break;
    if (keepBytes === undefined && size > maxBytes)
      throw new OutboundFailure(`The response is larger than ${maxBytes} bytes.`);
  }
  return Buffer.concat(chunks).subarray(0, keepBytes);
}

async function* limited(
  body: AsyncIterable<unknown>,
  maxBytes: number,
  failed: (error: unknown) => Error,
): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of body) {
      // Without an encoding the body consists of buffers.
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > maxBytes) throw new OutboundFailure(`The response is larger than ${maxBytes} bytes.`);
      yield bytes;
    }
  } catch (error) {
    throw failed(error);
  }
}

function parse(url: string): URL {
  if (!URL.canParse(url)) throw new OutboundFailure("The address is not a valid URL.");
  return new URL(url);
}

/** What a redirect to another origin may carry along. Any other header can be a credential. */
const harmlessHeaders = ["accept", "accept-language", "content-type", "user-agent"];

/** 303, and 301 or 302 of a POST, become GET. */
function redirected(from: OutboundRequest, status: number, location: string): OutboundRequest {
  const before = parse(from.url);
  if (!URL.canParse(location, before.href)) throw new OutboundFailure("The server redirected to an invalid address.");
  const target = new URL(location, before);
  const isOther = target.origin !== before.origin;
  if (isOther && from.isSecret)
    throw new OutboundFailure(
      `The server redirected to another server, ${target.host}, which must not get the secret of this request. Use that address if you trust it.`,
    );
  const becomesGet = status === 303 || (status < 303 && from.method === "POST");
  const { body, ...rest } = from;
  const headers = Object.entries(from.headers ?? {}).filter(([name]) => {
    const lower = name.toLowerCase();
    if (becomesGet && lower.startsWith("content-")) return false;
    return !isOther || harmlessHeaders.includes(lower);
  });
  const kept = { ...rest, url: target.href, headers: Object.fromEntries(headers) };
  if (becomesGet) return { ...kept, method: "GET" };
  return body === undefined ? kept : { ...kept, body };
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

function asFailure(error: unknown): Error {
  if (error instanceof OutboundFailure) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof RefusedDestination) return new OutboundFailure(cause.message);
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return new OutboundFailure(`The server could not be reached${code}.`);
}
