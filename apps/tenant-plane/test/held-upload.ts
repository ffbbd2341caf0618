import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Person } from "./plane.ts";

/** An upload whose sender pauses. */
export interface HeldUpload {
  /** Reads an answer that comes before the body is sent. */
  answer(): Promise<UploadResult>;
  /** Sends the rest, and reads the answer. */
  finish(rest?: Buffer): Promise<UploadResult>;
  /** Breaks the connection off. */
  abort(): void;
}

interface UploadResult {
  status: number;
  text: string;
}

/** Sends the beginning of a file and leaves the rest open. Without an announced length the body is chunked. */
export function holdUpload(
  url: string,
  path: string,
  { headers }: Person,
  beginning: Buffer,
  announced?: number,
): HeldUpload {
  const length = announced === undefined ? { "transfer-encoding": "chunked" } : { "content-length": announced };
  const sending = request(url + path, { method: "POST", headers: { ...headers, ...length } });
  const answered = once(sending, "response");
  // Whoever aborts does not read the answer.
  answered.catch(() => undefined);
  sending.on("error", () => undefined);
  sending.write(beginning);
  const answer = async () => {
    const [response]: IncomingMessage[] = await answered;
    if (!response) throw new Error("There was no answer.");
    const text = (await response.setEncoding("utf8").toArray()).join("");
    return { status: response.statusCode ?? 0, text };
  };
  return {
    answer,
    finish: (rest) => {
      sending.end(rest);
      return answer();
    },
    abort: () => sending.destroy(),
  };
}
