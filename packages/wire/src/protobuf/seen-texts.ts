interface CachedText {
  start: number;
  length: number;
  text: string;
}

/**
 * Caches the short texts of one payload. Names and keys repeat with every item. A lookup is several times cheaper than decoding the
 * text again, and the items share one string.
 */
export class SeenTexts {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #seen: (CachedText | undefined)[];

  constructor(bytes: Buffer, view: DataView) {
    this.#bytes = bytes;
    this.#view = view;
    this.#seen = new Array(slotsFor(bytes.length));
  }

  at(start: number, length: number): string {
    const slot = hashOf(this.#view, start, length) & (this.#seen.length - 1);
    const seen = this.#seen[slot];
    if (seen !== undefined && seen.length === length && same(this.#view, seen.start, start, length)) return seen.text;
    const text = this.#bytes.toString("utf8", start, start + length);
    this.#seen[slot] = { start, length, text };
    return text;
  }
}

/** A power of two. Small payloads get a small table, because allocating a large one would take most of the time. */
function slotsFor(bytes: number): number {
  return Math.min(1024, Math.max(16, 2 ** (28 - Math.clz32(bytes))));
}

function hashOf(view: DataView, start: number, length: number): number {
  const end = start + length;
  let hash = length;
  let at = start;
  for (; at + 4 <= end; at += 4) hash = Math.imul(hash ^ view.getInt32(at), 0x9e37_79b1);
  for (; at < end; at += 1) hash = Math.imul(hash ^ view.getUint8(at), 0x9e37_79b1);
  return hash ^ (hash >>> 15);
}

function same(view: DataView, one: number, other: number, length: number): boolean {
  let at = 0;
  for (; at + 4 <= length; at += 4) if (view.getInt32(one + at) !== view.getInt32(other + at)) return false;
  for (; at < length; at += 1) if (view.getUint8(one + at) !== view.getUint8(other + at)) return false;
  return true;
}
