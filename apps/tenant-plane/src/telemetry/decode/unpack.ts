import { gunzipSync } from "node:zlib";
import { uncompressSync } from "snappy";
import { BadBody } from "./job.ts";

const mib = 1024 * 1024;

/** Maximum size of an unpacked body. Parsed JSON takes many times its size in memory. */
const maxBytes = { binary: 64 * mib, json: 16 * mib };

/** Real telemetry compresses well below this ratio. A higher ratio suggests a decompression bomb. */
const maxRatio = 200;
/** The ratio is not checked below this size: small bodies of equal lines compress extremely well. */
const ratioFrom = mib;

export type Packed = keyof typeof maxBytes;

export function unpack(body: Uint8Array, encoding: string, holds: Packed): Uint8Array {
  const limit = maxBytes[holds];
  const unpacked = encoding === "gzip" ? gunzipped(body, limit) : encoding === "snappy" ? unsnapped(body, limit) : body;
  if (unpacked.length > limit) throw tooLarge(limit);
  return unpacked;
}

function gunzipped(body: Uint8Array, limit: number): Uint8Array {
  const most = Math.min(limit, Math.max(ratioFrom, body.length * maxRatio));
  try {
    return gunzipSync(body, { maxOutputLength: most });
  } catch (error) {
    if (!(error instanceof RangeError)) throw new BadBody("The body is not valid gzip.");
    throw most === limit
      ? tooLarge(limit)
      : new BadBody(`The body unpacks to more than ${maxRatio} times its size; send it uncompressed.`, 413);
  }
}

/** The block format starts with the uncompressed length. */
function unsnapped(body: Uint8Array, limit: number): Uint8Array {
  let [length, scale] = [0, 1];
  for (const byte of body.subarray(0, 5)) {
    length += (byte & 127) * scale;
    scale *= 128;
    if (byte < 128) break;
  }
  if (length > limit) throw tooLarge(limit);
  try {
    const plain = uncompressSync(Buffer.from(body.buffer, body.byteOffset, body.byteLength), { asBuffer: true });
    return typeof plain === "string" ? Buffer.from(plain) : plain;
  } catch {
    throw new BadBody("The body is not valid snappy (block format).");
  }
}

function tooLarge(limit: number): BadBody {
  return new BadBody(`The body unpacks to more than ${limit / mib} MiB; send it in smaller pieces.`, 413);
}
