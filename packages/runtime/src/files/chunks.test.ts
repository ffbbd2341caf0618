import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { binarySize, type Chunk, readChunks, storeChunks } from "./chunks.ts";

const KiB = 1024;

/** A body in pieces of 64 KiB, which counts how many of them were asked for. */
function aBody(pieces: number) {
  const asked = { pieces: 0 };
  function* read() {
    while (asked.pieces < pieces) {
      asked.pieces += 1;
      yield Buffer.alloc(64 * KiB, asked.pieces);
    }
  }
  return { asked, stream: Readable.from(read(), { objectMode: false }) };
}

test("a body is handed over in chunks of about 256 KiB, with the checksum of all", async () => {
  const chunks: Chunk[] = [];
  const { stream } = aBody(9);
  const { size, sha256 } = await storeChunks(stream, 1_000 * KiB, async (chunk) => void chunks.push(chunk));
  expect(chunks.map(({ position, bytes }) => [position / KiB, bytes.length / KiB])).toEqual([
    [0, 256],
    [256, 256],
    [512, 64],
  ]);
  expect(size).toBe(576 * KiB);
  const whole = Buffer.concat(chunks.map(({ bytes }) => bytes));
  expect(sha256).toBe(createHash("sha256").update(whole).digest("hex"));
});

test("the sender waits while a chunk is stored", async () => {
  const { asked, stream } = aBody(100);
  let stored = () => {};
  const first = new Promise<void>((resolve) => {
    stored = resolve;
  });
  let asking = () => {};
  const began = new Promise<void>((resolve) => {
    asking = resolve;
  });
  const done = storeChunks(stream, 100_000 * KiB, () => {
    asking();
    return first;
  });
  await began;
  // The stream itself reads a little ahead.
  expect(asked.pieces).toBeLessThan(10);
  stored();
  expect((await done).size).toBe(6_400 * KiB);
});

test("a range is cut out of its chunks, and further ones are read only when they are wanted", async () => {
  const whole = Buffer.from("0123456789");
  const read: number[] = [];
  const chunkAt = async (at: number) => {
    read.push(at);
    const position = at - (at % 3);
    return { position, bytes: whole.subarray(position, position + 3) };
  };
  const pieces = readChunks(2, 8, chunkAt);
  expect(String((await pieces.next()).value)).toBe("2");
  expect(read).toEqual([2]);
  const rest = await Readable.from(pieces).toArray();
  expect(rest.map(String)).toEqual(["345", "67"]);
});

test("a file that disappears while it is read is an error, not a short file", async () => {
  await expect(Readable.from(readChunks(0, 10, async () => undefined)).toArray()).rejects.toThrow("was deleted");
});

test.each([
  [0, "0 bytes"],
  [812, "812 bytes"],
  [1536, "1.5 KiB"],
  [26_214_400, "25 MiB"],
  [10_737_418_240, "10 GiB"],
])("%d is written as %s", (bytes, text) => {
  expect(binarySize(bytes)).toBe(text);
});
