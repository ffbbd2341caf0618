/**
 * A fast 64-bit hash of bytes, written to `into` as two halves without a bigint. It identifies label sets and is not cryptographic.
 * Different seeds give independent hashes.
 */
export function hashBytes(bytes: Uint8Array, from: number, to: number, seed: number, into: Uint32Array): void {
  let one = 0xdeadbeef ^ seed;
  let two = 0x41c6ce57 ^ seed;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    // Within bounds by the loop's condition.
    const word =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    one = Math.imul(one ^ word, 0x9e3779b1);
    one ^= one >>> 15;
    two = Math.imul(two ^ word, 0x5f356495);
    two ^= two >>> 13;
  }
  for (; at < to; at++) {
    one = Math.imul(one ^ (bytes[at] as number), 0x9e3779b1);
    two = Math.imul(two ^ (bytes[at] as number), 0x5f356495);
  }
  one = mixed(one ^ (to - from), two);
  two = mixed(two, one);
  into[0] = one;
  into[1] = two;
}

function mixed(half: number, other: number): number {
  let value = Math.imul(half ^ (half >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 16)) >>> 0;
}
