import { openMasker } from "@opsplane/automation";
import type { OutputChunk } from "@opsplane/contract";
import type { Db } from "@opsplane/runtime";
import { appendOutput, markTruncated, type NewChunk } from "./store/output.ts";

/** What a step writes: kept in the database while the step runs, so that people can follow it. */
export interface StepOutput {
  write(target: string, stream: OutputChunk["stream"], text: string): void;
  /** The last part of a stream, without secrets, for later steps. */
  tail(target: string, stream: "stdout" | "stderr"): string;
  /** Stores what is left. */
  end(): Promise<void>;
}

const flushMs = 250;
const flushBytes = 32 * 1024;
/** Bytes that are kept of a step: its start, and its end, where errors usually are. */
const headBytes = 512 * 1024;
const endBytes = 64 * 1024;
/** Characters of a stream that later steps can use. */
const tailLength = 8 * 1024;

interface Stream {
  target: string;
  stream: OutputChunk["stream"];
  masker: ReturnType<typeof openMasker>;
  tail: string;
}

export interface OutputOptions {
  db: Db;
  runId: string;
  stepId: string;
  /** Values that must never be stored. */
  secrets: readonly string[];
  onError(error: unknown): void;
}

export function openOutput({ db, runId, stepId, secrets, onError }: OutputOptions): StepOutput {
  const streams = new Map<string, Stream>();
  let waiting: NewChunk[] = [];
  let waitingBytes = 0;
  let kept = 0;
  let omitted = 0;
  let ending: NewChunk[] = [];
  let endingBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let storing = Promise.resolve();

  const streamOf = (target: string, stream: OutputChunk["stream"]) => {
    const key = `${stream} ${target}`;
    const known = streams.get(key) ?? { target, stream, masker: openMasker(secrets), tail: "" };
    streams.set(key, known);
    return known;
  };

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const chunks = waiting;
    waiting = [];
    waitingBytes = 0;
    storing = storing.then(() => appendOutput(db, runId, chunks)).catch(onError);
  };

  /** PostgreSQL stores no NUL in text. */
  const add = (stream: Stream, masked: string) => {
    const text = masked.replaceAll("\0", "\ufffd");
    if (text === "") return;
    stream.tail = (stream.tail + text).slice(-tailLength);
    const chunk = { step: stepId, target: stream.target, stream: stream.stream, text };
    const bytes = Buffer.byteLength(text);
    if (kept + bytes <= headBytes) {
      kept += bytes;
      waiting.push(chunk);
      waitingBytes += bytes;
      if (waitingBytes >= flushBytes) flush();
      else timer ??= setTimeout(flush, flushMs);
      return;
    }
    kept = headBytes;
    ending.push(chunk);
    endingBytes += bytes;
    while (endingBytes > endBytes && ending.length > 1) {
      const dropped = Buffer.byteLength(ending.shift()?.text ?? "");
      endingBytes -= dropped;
      omitted += dropped;
    }
  };

  return {
    write: (target, stream, text) => {
      const known = streamOf(target, stream);
      add(known, known.masker.push(text));
    },
    tail: (target, stream) => streamOf(target, stream).tail,
    end: async () => {
      for (const stream of streams.values()) add(stream, stream.masker.end());
      if (omitted > 0) {
        const text = `… ${omitted} bytes left out …\n`;
        waiting.push({ step: stepId, target: "", stream: "system", text });
        storing = storing.then(() => markTruncated(db, runId)).catch(onError);
      }
      waiting.push(...ending);
      ending = [];
      flush();
      await storing;
    },
  };
}
