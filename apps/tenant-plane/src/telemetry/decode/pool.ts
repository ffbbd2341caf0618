import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { Failure, type Faults, type Log } from "@opsplane/runtime";
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

interface Waiting {
  job: Job;
  resolve(decoded: Decoded): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker | undefined;
  current: Waiting | undefined;
}

/**
 * One body per tenant is decoded at a time, and waiting tenants take turns. A tenant that floods delays the others only by the
 * bodies being decoded. A tenant's metrics always go to the same thread, which knows its series.
 */
function onThreads({
  program,
  log,
  faults,
  onRestart,
  heapMb = maxHeapMb,
}: DecoderOptions & { program: string }): Decoder {
  const pool: Thread[] = Array.from({ length: threads }, () => ({ worker: undefined, current: undefined }));
  /** By tenant. The tenant served most recently is last. */
  const waiting = new Map<string, Waiting[]>();
  const origins = new WeakMap<Decoded, Worker>();
  let closing = false;

  function start(thread: Thread): Worker {
    const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    thread.worker = worker;
    worker.on("message", (answer: FromWorker) => settleCurrent(thread, worker, answer));
    worker.on("error", (error: Error) => replace(thread, worker, error));
    worker.on("exit", (code) => replace(thread, worker, new Error(`The decoder thread exited with code ${code}.`)));
    return worker;
  }

  function settleCurrent(thread: Thread, worker: Worker, answer: FromWorker): void {
    const { current } = thread;
    thread.current = undefined;
    if ("decoded" in answer) {
      origins.set(answer.decoded, worker);
      current?.resolve(answer.decoded);
      faults.worked("decoder");
    } else if ("bad" in answer) current?.reject(new BadBody(answer.bad.message, answer.bad.status));
    else current?.reject(new Error(answer.failed));
    dispatch();
  }

  /** A dead thread fails only its current request. A new thread serves the others. */
  function replace(thread: Thread, worker: Worker, error: Error): void {
    if (thread.worker !== worker) return;
    const { current } = thread;
    thread.worker = undefined;
    thread.current = undefined;
    if (closing) {
      current?.reject(restarted());
      return;
    }
    log.error({ error: error.message }, "a decoder died and was replaced");
    onRestart();
    faults.failed("decoder", error);
    current?.reject(isOutOfMemory(error) ? tooCostly() : restarted());
    dispatch();
  }

  function dispatch(): void {
    for (const [index, thread] of pool.entries()) {
      if (thread.current || closing) continue;
      const next = takeFor(index);
      if (!next) continue;
      thread.current = next;
      const { body } = next.job;
      const message: ToWorker = { job: next.job };
      (thread.worker ?? start(thread)).postMessage(message, ownsBuffer(body) ? [body.buffer] : []);
    }
  }

  function takeFor(index: number): Waiting | undefined {
    for (const [tenantId, queue] of waiting) {
      const [first] = queue;
      const isBusy = pool.some(({ current }) => current?.job.tenantId === tenantId);
      if (!first || isBusy || (formats[first.job.format] === "metrics" && homeOf(tenantId) !== index)) continue;
      waiting.delete(tenantId);
      if (queue.length > 1) waiting.set(tenantId, queue.slice(1));
      return first;
    }
    return undefined;
  }

  for (const thread of pool) start(thread);
  return {
    decode: (job) =>
      new Promise((resolve, reject) => {
        const queue = waiting.get(job.tenantId) ?? [];
        queue.push({ job, resolve, reject });
        waiting.set(job.tenantId, queue);
        dispatch();
      }),
    settle: (decoded, stored) => {
      const { announcement } = decoded;
      const worker = origins.get(decoded);
      // A replaced thread no longer knows these series.
      if (announcement === undefined || !pool.some((thread) => thread.worker === worker)) return;
      const message: ToWorker = { announcement, stored };
      worker?.postMessage(message);
    },
    close: async () => {
      closing = true;
      for (const { reject } of [...waiting.values()].flat()) reject(restarted());
      waiting.clear();
      await Promise.all(pool.map(({ worker }) => worker?.terminate()));
    },
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
