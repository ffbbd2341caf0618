import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { IngestRequest } from "../formats/requests.ts";
import { retryWhileBusy, type Wait } from "./retry.ts";

/** Sends telemetry with a collector token. Resolves when the rows are stored. */
export type Send = (request: IngestRequest) => Promise<void>;

export interface SenderOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
  /** Waits before a request is sent again; rejects when the signal aborts. */
  readonly wait?: Wait;
}

const compress = promisify(gzip);

/** The same body is never stored twice, so it can be sent again after an answer was lost. */
export function openSender({ baseUrl, token, signal, fetch: send = fetch, wait }: SenderOptions): Send {
  return async ({ path, body }) => {
    const packed = await compress(JSON.stringify(body), { level: 1 });
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-encoding": "gzip",
    };
    const post = () => send(baseUrl + path, { method: "POST", headers, body: packed, signal });
    const response = await retryWhileBusy(post, signal, wait);
    const answer = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.slice(0, 300)}`);
  };
}
