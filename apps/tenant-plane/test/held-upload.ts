import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Person } from "./plane.ts";

/** An upload whose sender pauses. */
export interface HeldUpload {
  /** Sends the rest, and reads the answer. */
  finish(rest?: Buffer): Promise<{ status: number; text: string }>;
  /** Breaks the connection off. */
  abort(): void;
}

/** Sends the beginning of a file as a chunked body and leaves the rest open. */
export function holdUpload(url: string, path: string, { headers }: Person, beginning: Buffer): HeldUpload {
  const sending = request(url + path, { method: "POST", headers: { ...headers, "transfer-encoding": "chunked" } });
  const answered = once(sending, "response");
  // Whoever aborts does not read the answer.
  answered.catch(() => undefined);
  sending.on("error", () => undefined);
  sending.write(beginning);
  return {
    finish: async (rest) => {
      sending.end(rest);
      const [answer]: IncomingMessage[] = await answered;
      if (!answer) throw new Error("There was no answer.");
      const text = (await answer.setEncoding("utf8").toArray()).join("");
      return { status: answer.statusCode ?? 0, text };
    },
    abort: () => sending.destroy(),
  };
}
