import { WireError } from "../wire-error.ts";
import { SeenTexts } from "./seen-texts.ts";

/** An empty message takes two bytes, but a hundred times that as an object. Without a limit megabytes would become gigabytes. */
const maxMessages = 1_000_000;

/**
 * Reads protobuf values in order, never past the end of the current message.
 *
 *     while (reader.more()) {
 *       const tag = reader.tag();
 *       if (tag === tagOf(1, wireTypes.delimited)) name = reader.string();
 *       else reader.skip(tag);
 *     }
 */
export class Reader {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  #position = 0;
  #end: number;
  // The halves of the last varint. Two numbers are much cheaper than a bigint.
  #low = 0;
  #high = 0;
  #entered = 0;
  readonly #seen: SeenTexts;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#end = bytes.byteLength;
    this.#seen = new SeenTexts(this.#bytes, this.#view);
  }

  /** True when the current message has another field. */
  more(): boolean {
    return this.#position < this.#end;
  }

  /** The next field's number and wire type in one number, comparable with `tagOf`. */
  tag(): number {
    const tag = this.varint();
    return tag > 7 && tag <= 0xffff_ffff ? tag : this.#refuse("A field has an impossible number");
  }

  /** Skips the next tag and returns true if it equals this one-byte tag. */
  again(tag: number): boolean {
    if (this.#position >= this.#end || this.#view.getUint8(this.#position) !== tag) return false;
    this.#position += 1;
    return true;
  }

  /** Enters a nested message: reads its length and limits the reader to it. Pass the result to `leave`. */
  enter(): number {
    this.#entered += 1;
    if (this.#entered > maxMessages) this.#refuse(`There are more than ${maxMessages} messages; send fewer at once`);
    const outer = this.#end;
    this.#end = this.#delimited() + this.#position;
    return outer;
  }

  leave(outer: number): void {
    this.#position = this.#end;
    this.#end = outer;
  }

  /** Skips the value of an unknown field. */
  skip(tag: number): void {
    const wireType = tag & 7;
    if (wireType === wireTypes.varint) this.#varint();
    else if (wireType === wireTypes.fixed64) this.#take(8);
    else if (wireType === wireTypes.delimited) this.#take(this.#delimited());
    else if (wireType === wireTypes.fixed32) this.#take(4);
    else this.#refuse(`A field has wire type ${wireType}, which is not supported,`);
  }

  /** An unsigned integer. From 2^53 on it is refused, because a number is not exact; use `varint64`. */
  varint(): number {
    const at = this.#position;
    if (at < this.#end) {
      const byte = this.#view.getUint8(at);
      if (byte < 0x80) {
        this.#position = at + 1;
        return byte;
      }
    }
    return this.#longVarint();
  }

  /** uint64, exact. */
  varint64(): bigint {
    this.#varint();
    return (BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0);
  }

  /** uint64 as the nearest number. */
  nearestVarint64(): number {
    this.#varint();
    return (this.#high >>> 0) * 2 ** 32 + (this.#low >>> 0);
  }

  /** int64, as a number if it is exact. */
  int64(): number | bigint {
    this.#varint();
    const value = this.#high * 2 ** 32 + (this.#low >>> 0);
    return Number.isSafeInteger(value) ? value : (BigInt(this.#high) << 32n) | BigInt(this.#low >>> 0);
  }

  /** int32, or an enumeration. */
  int32(): number {
    this.#varint();
    return this.#low;
  }

  uint32(): number {
    this.#varint();
    return this.#low >>> 0;
  }

  bool(): boolean {
    this.#varint();
    return (this.#low | this.#high) !== 0;
  }

  sint32(): number {
    this.#varint();
    return (this.#low >>> 1) ^ -(this.#low & 1);
  }

  /** sint64. Values that are not safe integers are refused. */
  svarint(): number {
    const value = this.varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  fixed64(): bigint {
    return this.#view.getBigUint64(this.#take(8), true);
  }

  sfixed64(): bigint {
    return this.#view.getBigInt64(this.#take(8), true);
  }

  /** fixed64 as the nearest number. */
  nearestFixed64(): number {
    const at = this.#take(8);
    return this.#view.getUint32(at + 4, true) * 2 ** 32 + this.#view.getUint32(at, true);
  }

  /** sfixed64 as the nearest number. */
  nearestSfixed64(): number {
    const at = this.#take(8);
    return this.#view.getInt32(at + 4, true) * 2 ** 32 + this.#view.getUint32(at, true);
  }

  fixed32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  double(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  float(): number {
    return this.#view.getFloat32(this.#take(4), true);
  }

  /** A view of the input, not a copy. */
  bytes(): Uint8Array {
    const length = this.#delimited();
    return new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset + this.#take(length), length);
  }

  /** Invalid UTF-8 becomes U+FFFD, because one bad label must not fail the whole batch. */
  string(): string {
    const length = this.#delimited();
    const start = this.#take(length);
    return length <= 64 ? this.#seen.at(start, length) : this.#bytes.toString("utf8", start, start + length);
  }

  /** Bytes as lower-case hexadecimal digits. */
  hex(): string {
    const start = this.#take(this.#delimited());
    return this.#bytes.toString("hex", start, this.#position);
  }

  #longVarint(): number {
    this.#varint();
    if (this.#high >>> 0 > 0x1f_ffff) this.#refuse("An integer is not below 2^53");
    return (this.#high >>> 0) * 2 ** 32 + (this.#low >>> 0);
  }

  /** A length that the message can hold. */
  #delimited(): number {
    const length = this.varint();
    return length <= this.#end - this.#position ? length : this.#refuse("More bytes are announced than follow");
  }

  #take(length: number): number {
    const start = this.#position;
    if (length > this.#end - start) this.#refuse("The message is cut short");
    this.#position = start + length;
    return start;
  }

  // A separate method keeps its callers small enough to be inlined.
  #refuse(what: string): never {
    throw new WireError(`${what} at byte ${this.#position}.`);
  }

  #varint(): void {
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#view.getUint8(this.#take(1));
      const bits = byte & 0x7f;
      if (shift < 32) low |= bits << shift;
      if (shift === 28) high = bits >>> 4;
      else if (shift > 28) high |= bits << (shift - 32);
      if (byte < 0x80) {
        if (shift === 63 && byte > 1) break;
        this.#low = low;
        this.#high = high;
        return;
      }
    }
    this.#refuse("An integer has more than 64 bits");
  }
}

export const wireTypes = { varint: 0, fixed64: 1, delimited: 2, fixed32: 5 } as const;
export type WireType = (typeof wireTypes)[keyof typeof wireTypes];

export function tagOf(field: number, wireType: WireType): number {
  return field * 8 + wireType;
}
