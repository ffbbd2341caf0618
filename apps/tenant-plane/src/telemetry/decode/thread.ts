import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { openDecode } from "./decode.ts";
import { BadBody, type Decoded, type Job } from "./job.ts";

export type Answer =
  | { decoded: Decoded }
  | { bad: { message: string; status: BadBody["status"] } }
  | { failed: string };

export interface Decoder {
  decode(job: Job): Promise<Decoded>;
  close(): Promise<void>;
}

/**
 * Decoding takes whole milliseconds of a core, which the requests of people would wait for: it has a thread. Run from source, where
 * there is no bundle for a thread to load, it is done here.
 */
export function openDecoder(onDeath: (reason: string) => void): Decoder {
  const program = fileURLToPath(new URL("./decode-worker.js", import.meta.url));
  return existsSync(program) ? onThread(program, onDeath) : here();
}

function here(): Decoder {
  const decode = openDecode();
  return { decode: async (job) => decode(job), close: async () => undefined };
}

function onThread(program: string, onDeath: (reason: string) => void): Decoder {
  const worker = new Worker(program);
  const waiting = new Map<number, { resolve(decoded: Decoded): void; reject(error: Error): void }>();
  let count = 0;
  let closing = false;
  const fail = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
    if (!closing) onDeath(reason);
  };
  worker.on("message", ({ id, answer }: { id: number; answer: Answer }) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if ("decoded" in answer) asked?.resolve(answer.decoded);
    else if ("bad" in answer) asked?.reject(new BadBody(answer.bad.message, answer.bad.status));
    else asked?.reject(new Error(answer.failed));
  });
  worker.on("error", (error) => fail(`The decoder died: ${error.message}`));
  worker.on("exit", () => fail("The decoder ended."));
  return {
    decode: (job) =>
      new Promise((resolve, reject) => {
        const id = count++;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, job });
      }),
    close: async () => {
      closing = true;
      await worker.terminate();
    },
  };
}
