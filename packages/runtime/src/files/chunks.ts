import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { departed } from "../departure.ts";
import { Failure } from "../failure.ts";

/** Part of a file, with the number of bytes before it. */
export interface Chunk {
  position: number;
  bytes: Buffer;
}

const chunkBytes = 256 * 1024;

/** Hands a body over in chunks. The sender waits while a chunk is stored, so memory holds about one chunk. */
export async function storeChunks(
  body: Readable,
  maxBytes: number,
  store: (chunk: Chunk) => Promise<void>,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  let waiting: Buffer[] = [];
  let position = 0;
  let size = 0;
  const flush = async () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    await store({ position, bytes });
    position += bytes.length;
  };
  try {
    // The stream stays open after a refusal, so that its sender gets to read the answer.
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      // A request's body has no encoding, so its pieces are buffers.
      const bytes = piece as Buffer;
      size += bytes.length;
      if (size > maxBytes) throw fileTooLarge(maxBytes);
      hash.update(bytes);
      waiting.push(bytes);
      if (size - position >= chunkBytes) await flush();
    }
  } catch (error) {
    throw body.readableAborted && !(error instanceof Failure) ? departed() : error;
  }
  if (waiting.length > 0) await flush();
  return { size, sha256: hash.digest("hex") };
}

/** The bytes from `start` to `end`, chunk by chunk. `chunkAt` finds the chunk that holds the byte at a position. */
export async function* readChunks(
  start: number,
  end: number,
  chunkAt: (position: number) => Promise<Chunk | undefined>,
): AsyncGenerator<Buffer> {
  let at = start;
  while (at < end) {
    const chunk = await chunkAt(at);
    const bytes = chunk?.bytes.subarray(at - chunk.position, end - chunk.position);
    if (bytes === undefined || bytes.length === 0) throw new Failure("NOT_FOUND", "The file was deleted meanwhile.");
    at += bytes.length;
    yield bytes;
  }
}

export function fileTooLarge(maxBytes: number): Failure {
  return new Failure(
    "VALIDATION_ERROR",
    `The file is larger than ${binarySize(maxBytes)}, which is the largest allowed.`,
    {
      status: 413,
    },
  );
}

const units = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;

/** `812 bytes`, `1.5 MiB`, `10 GiB`. */
export function binarySize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return `${Number((bytes / 1024 ** step).toFixed(1))} ${units[step]}`;
}
