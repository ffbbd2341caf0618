import { randomFillSync } from "node:crypto";

const pool = new Uint8Array(16 * 256);
let used = pool.length;

/** UUIDv7: sorts by the time it was made. */
export function newId(now: number = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 16);
  used += 16;
  bytes[0] = now / 2 ** 40;
  bytes[1] = now / 2 ** 32;
  bytes[2] = now / 2 ** 24;
  bytes[3] = now / 2 ** 16;
  bytes[4] = now / 2 ** 8;
  bytes[5] = now;
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
