import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { IngestRequest } from "../formats/requests.ts";

/** Sends telemetry with a collector token. Resolves when the rows are stored. */
export type Send = (request: IngestRequest) => Promise<void>;

export interface SenderOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
  /** Waits; rejects when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const compress = promisify(gzip);
const maxTries = 60;
const defaultWaitMs = 1000;
const busy = [429, 503];

/** A server that is busy says when to send again; the same body is then sent again, and is never stored twice. */
export function openSender({ baseUrl, token, signal, fetch: send = fetch, wait = pause }: SenderOptions): Send {
  return async ({ path, body }) => {
    const packed = await compress(JSON.stringify(body), { level: 1 });
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-encoding": "gzip",
    };
    for (let tries = 1; ; tries++) {
      const response = await send(baseUrl + path, { method: "POST", headers, body: packed, signal });
      const answer = await response.text();
      if (response.ok) return;
      if (!busy.includes(response.status) || tries === maxTries)
        throw new Error(`${path} answered ${response.status}: ${answer.slice(0, 300)}`);
      await wait(Number(response.headers.get("retry-after") ?? 0) * 1000 || defaultWaitMs, signal);
    }
  };
}

/** Waits, and ends early with an error when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
