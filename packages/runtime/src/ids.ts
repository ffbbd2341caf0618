import { randomFillSync } from "node:crypto";

// A call for random bytes costs as much as parsing a query, so many bytes are fetched at once.
const pool = Buffer.alloc(16 * 256);
let used = pool.length;
let lastMs = 0;
let within = 0;

/** UUIDv7: sorts by creation time, also within a millisecond of this process (RFC 9562, method 1). */
export function newId(now: number = Date.now()): string {
  const bytes = sixteenBytes();
  const ms = nextTick(now);
  bytes[0] = ms / 2 ** 40;
  bytes[1] = ms / 2 ** 32;
  bytes[2] = ms / 2 ** 24;
  bytes[3] = ms / 2 ** 16;
  bytes[4] = ms / 2 ** 8;
  bytes[5] = ms;
  bytes[6] = (within >> 8) | 0x70;
  bytes[7] = within;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Twelve bits count within a millisecond. When they overflow or the clock goes back, the next millisecond is used. */
function nextTick(now: number): number {
  if (now > lastMs) {
    lastMs = now;
    within = 0;
  } else if (++within > 0xfff) {
    lastMs++;
    within = 0;
  }
  return lastMs;
}

/** A random trace id. */
export function newTraceId(): string {
  return sixteenBytes().toString("hex");
}

function sixteenBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
}
