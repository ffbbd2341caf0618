import { gunzipSync } from "node:zlib";
import { uncompressSync } from "snappy";
import { BadBody } from "./job.ts";

/** What a body may grow to: a small one can be made to unfold to terabytes. */
const limit = 64 * 1024 * 1024;

export function unpack(body: Uint8Array, encoding: string): Uint8Array {
  if (encoding === "gzip") return gunzipped(body);
  return encoding === "snappy" ? unsnapped(body) : body;
}

function gunzipped(body: Uint8Array): Uint8Array {
  try {
    return gunzipSync(body, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new BadBody("The body is not valid gzip.");
  }
}

/** The block format begins with the length of what it holds. */
function unsnapped(body: Uint8Array): Uint8Array {
  let [length, scale] = [0, 1];
  for (const byte of body.subarray(0, 5)) {
    length += (byte & 127) * scale;
    scale *= 128;
    if (byte < 128) break;
  }
  if (length > limit) throw tooLarge();
  try {
    const plain = uncompressSync(Buffer.from(body.buffer, body.byteOffset, body.byteLength), { asBuffer: true });
    return typeof plain === "string" ? Buffer.from(plain) : plain;
  } catch {
    throw new BadBody("The body is not valid snappy (block format).");
  }
}

function tooLarge(): BadBody {
  return new BadBody(`The body unfolds to more than ${limit / 1024 / 1024} MiB; send it in smaller pieces.`, 413);
}
