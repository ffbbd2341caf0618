import type { OutboundStream } from "@opsplane/runtime";
import type { Core } from "../core.ts";

/** An answer has at most some thousand tokens, each in a message of some hundred bytes. */
const maxBytes = 2 * 1024 * 1024;

/** `fetch` for the AI SDK. Every request passes the guard of outbound HTTP and counts as one of the tenant's requests. */
export function outboundFetch(
  http: Core["http"],
  tenantId: string,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): typeof fetch {
  return (input, init) => {
    const request = {
      url: input instanceof Request ? input.url : String(input),
      method: "POST" as const,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === "string" ? { body: init.body } : {}),
      timeoutMs,
      maxBytes,
      signal,
    };
    return new Promise<Response>((resolve, reject) => {
      http
        .stream(tenantId, request, (answer) => {
          const { response, finished } = responseOf(answer, signal);
          resolve(response);
          return finished;
        })
        .catch(reject);
    });
  };
}

/** A web response over the body. `finished` ends when the body was read, was cancelled, or the run is over. */
function responseOf({ status, headers, body }: OutboundStream, signal: AbortSignal) {
  const chunks = body[Symbol.asyncIterator]();
  let end: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    end = resolve;
  });
  signal.addEventListener("abort", () => end(), { once: true });
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await chunks.next();
        if (!done) return controller.enqueue(new Uint8Array(value));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      end();
    },
    cancel: async () => {
      await chunks.return?.();
      end();
    },
  });
  const type = headers["content-type"] ?? "application/json";
  return { response: new Response(stream, { status, headers: { "content-type": type } }), finished };
}
