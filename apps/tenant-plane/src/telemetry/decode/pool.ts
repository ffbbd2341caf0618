import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Worker } from "node:worker_threads";
import { Failure, type Faults, type Log, openThreads } from "@opsplane/runtime";
import { openDecode } from "./decode.ts";
import { BadBody, type Decoded, formats, type Job } from "./job.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

export interface Decoder {
  decode(job: Job): Promise<Decoded>;
  /** Reports whether the new series of a request were stored. If not, they are announced again. */
  settle(decoded: Decoded, stored: boolean): void;
  close(): Promise<void>;
}

export interface DecoderOptions {
  log: Log;
  faults: Faults;
  /** Called when a dead thread is replaced. */
  onRestart(): void;
  /** The bundled worker. */
  program?: string;
  heapMb?: number;
}

const threads = 2;
/** A body that needs more memory than this is refused. Other requests are not affected. */
const maxHeapMb = 1024;

const bundled = fileURLToPath(new URL("./decode-worker.js", import.meta.url));

/**
 * Decoding blocks a core for milliseconds, so it runs on worker threads and does not delay other requests.
 * Without a bundle (when run from source) it runs on the main thread.
 */
export function openDecoder(options: DecoderOptions): Decoder {
  const program = options.program ?? bundled;
  return existsSync(program) ? onThreads({ ...options, program }) : inPlace();
}

function inPlace(): Decoder {
  const { decode, settle } = openDecode();
  return {
    decode: async (job) => decode(job),
    settle: ({ announcement }, stored) => {
      if (announcement !== undefined) settle(announcement, stored);
    },
    close: async () => undefined,
  };
}

/** A tenant's metrics always go to the same thread, which knows its series. */
function onThreads({
  program,
  log,
  faults,
  onRestart,
  heapMb = maxHeapMb,
}: DecoderOptions & { program: string }): Decoder {
  const pool = openThreads<Job, FromWorker>({
    program,
    count: threads,
    maxHeapMb: heapMb,
    homeOf: ({ format, tenantId }) => (formats[format] === "metrics" ? homeOf(tenantId) : undefined),
    movedWith: ({ body }) => (ownsBuffer(body) ? [body.buffer] : []),
    onDeath: (error) => {
      log.error({ error: error.message }, "a decoder died and was replaced");
      onRestart();
      faults.failed("decoder", error);
      return isOutOfMemory(error) ? tooCostly() : restarted();
    },
    interrupted: restarted,
  });
  const origins = new WeakMap<Decoded, Worker>();
  return {
    decode: async (job) => {
      const { answer, thread } = await pool.run(job);
      if ("bad" in answer) throw new BadBody(answer.bad.message, answer.bad.status);
      if ("failed" in answer) throw new Error(answer.failed);
      origins.set(answer.decoded, thread);
      faults.worked("decoder");
      return answer.decoded;
    },
    settle: (decoded, stored) => {
      const { announcement } = decoded;
      const thread = origins.get(decoded);
      // A replaced thread no longer knows these series.
      if (announcement === undefined || thread === undefined || !pool.isRunning(thread)) return;
      const message: ToWorker = { announcement, stored };
      thread.postMessage(message);
    },
    close: pool.close,
  };
}

/** The thread that knows this tenant's series. */
function homeOf(tenantId: string): number {
  let sum = 0;
  for (let at = 0; at < tenantId.length; at++) sum = (sum * 31 + tenantId.charCodeAt(at)) >>> 0;
  return sum % threads;
}

function ownsBuffer(body: Uint8Array): body is Uint8Array<ArrayBuffer> {
  return body.buffer instanceof ArrayBuffer && body.byteLength > 0 && body.buffer.byteLength === body.byteLength;
}

function isOutOfMemory(error: Error): boolean {
  return "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** 413, because sending the same body again would fail again. */
function tooCostly(): BadBody {
  return new BadBody("The body needs too much memory to decode; send it in smaller pieces.", 413);
}

function restarted(): Failure {
  return new Failure("UNAVAILABLE", "Decoding was interrupted; send the request again.", { retryAfterSeconds: 1 });
}
