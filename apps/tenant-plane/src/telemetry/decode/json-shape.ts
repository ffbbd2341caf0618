import { BadBody } from "./job.ts";

/** Maximum number of values in one body. Each parsed value takes tens of bytes, so megabytes could become gigabytes. */
const maxValues = 2_000_000;

const [quote, backslash, comma, openList, openObject, closeList, closeObject] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x7b, 0x5d, 0x7d,
];

/** Counts a body's values before parsing, refuses too many, and returns the nesting depth. */
export function assertFewValues(bytes: Uint8Array): number {
  let [values, depth, deepest] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === comma) values += 1;
    else if (byte === openObject || byte === openList) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === closeObject || byte === closeList) depth -= 1;
    if (values > maxValues)
      throw new BadBody(`The body holds more than ${maxValues} values; send it in smaller pieces.`, 413);
  }
  return deepest;
}

/** The position of the quote that ends the string starting at `start`. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    at = bytes.indexOf(quote, at + 1);
    if (at === -1) return bytes.length;
    let slashes = 0;
    while (bytes[at - 1 - slashes] === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
}
