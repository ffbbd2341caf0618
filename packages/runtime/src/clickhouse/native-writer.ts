/**
 * Writes rows as blocks of ClickHouse's Native format, column by column. Numbers are the memory of a typed array, and repeated words
 * are written once (LowCardinality). ClickHouse needs no parsing to read a block.
 */
export interface Column<T> {
  readonly type: string;
  push(value: T): void;
  /** The bytes of this column in the block. */
  encode(): Uint8Array[];
}

/** Encodes a block. The keys are the column names of the table. */
export function encodeBlock(
  rows: number,
  columns: Readonly<Record<string, Pick<Column<never>, "type" | "encode">>>,
): Buffer {
  const entries = Object.entries(columns);
  const chunks: Uint8Array[] = [varint(entries.length), varint(rows)];
  for (const [name, column] of entries) chunks.push(prefixed(name), prefixed(column.type), ...column.encode());
  return Buffer.concat(chunks);
}

type Numbers =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array;

function grown<A extends Numbers>(values: A, make: (length: number) => A): A {
  const larger = make(values.length * 2);
  larger.set(values as never);
  return larger;
}

/** Numbers of a fixed width. `make` creates the typed array of the type. */
function numbers<A extends Numbers>(
  type: string,
  make: (length: number) => A,
): Column<A[number]> & { at(row: number): A[number] | undefined } {
  let values = make(64);
  let length = 0;
  return {
    type,
    push: (value) => {
      if (length === values.length) values = grown(values, make);
      values[length++] = value as never;
    },
    at: (row) => values[row],
    encode: () => [new Uint8Array(values.buffer, 0, length * values.BYTES_PER_ELEMENT)],
  };
}

export const uint8 = () => numbers("UInt8", (length) => new Uint8Array(length));
export const int8 = () => numbers("Int8", (length) => new Int8Array(length));
export const uint16 = () => numbers("UInt16", (length) => new Uint16Array(length));
export const int32 = () => numbers("Int32", (length) => new Int32Array(length));
export const uint32 = () => numbers("UInt32", (length) => new Uint32Array(length));
export const uint64 = () => numbers("UInt64", (length) => new BigUint64Array(length));
export const float64 = () => numbers("Float64", (length) => new Float64Array(length));
/** Days since 1970. */
export const date = () => numbers("Date", (length) => new Uint16Array(length));
export const nanoseconds = () => numbers("DateTime64(9, 'UTC')", (length) => new BigInt64Array(length));

/** Milliseconds (or any safe integer) as 64 bits, without a BigInt per value. */
function wide(type: string): Column<number> {
  let values = new Int32Array(128);
  let length = 0;
  return {
    type,
    push: (value) => {
      if (length === values.length) values = grown(values, (size) => new Int32Array(size));
      values[length++] = value | 0;
      values[length++] = Math.floor(value / 4_294_967_296);
    },
    encode: () => [new Uint8Array(values.buffer, 0, length * 4)],
  };
}
export const milliseconds = () => wide("DateTime64(3, 'UTC')");
export const int64 = () => wide("Int64");
export const count64 = () => wide("UInt64");

/** 64-bit hashes, given as two halves. */
export function halves(): {
  readonly type: string;
  push(low: number, high: number): void;
  encode(): Uint8Array[];
} {
  let values = new Uint32Array(128);
  let length = 0;
  return {
    type: "UInt64",
    push: (low, high) => {
      if (length === values.length) values = grown(values, (size) => new Uint32Array(size));
      values[length++] = low;
      values[length++] = high;
    },
    encode: () => [new Uint8Array(values.buffer, 0, length * 4)],
  };
}

export function strings(): Column<string> {
  const bytes = new Bytes();
  return { type: "String", push: (value) => bytes.text(value), encode: () => [bytes.taken()] };
}

/** Values of sixteen bytes, such as IPv6 addresses. */
export function addresses(): Column<Uint8Array> {
  const bytes = new Bytes();
  return { type: "IPv6", push: (value) => bytes.raw(value), encode: () => [bytes.taken()] };
}

/** A LowCardinality column: each distinct word is written once, and rows refer to it. */
export function words(): Column<string> {
  const dictionary = new Dictionary();
  return {
    type: "LowCardinality(String)",
    push: (value) => dictionary.push(value),
    encode: () => [dictionaryVersion, ...dictionary.encode()],
  };
}

/** One word for all rows. */
export function repeated(value: string, rows: number): Pick<Column<never>, "type" | "encode"> {
  const dictionary = new Dictionary();
  dictionary.fill(value, rows);
  return { type: "LowCardinality(String)", encode: () => [dictionaryVersion, ...dictionary.encode()] };
}

/** One UInt16 for all rows. */
export function filled(value: number, rows: number): Pick<Column<never>, "type" | "encode"> {
  return { type: "UInt16", encode: () => [new Uint8Array(new Uint16Array(rows).fill(value).buffer)] };
}

/** One UInt64 for all rows. */
export function same64(value: bigint, rows: number): Pick<Column<never>, "type" | "encode"> {
  return { type: "UInt64", encode: () => [new Uint8Array(new BigUint64Array(rows).fill(value).buffer)] };
}

/** Keys are plain strings, because LowCardinality keys in a map make sorting and merging parts several times slower. */
export function pairs(): Column<Iterable<readonly [string, string]>> {
  const ends = count64();
  const keys = new Bytes();
  const values = new Bytes();
  let count = 0;
  return {
    type: "Map(String, String)",
    push: (entries) => {
      for (const [key, value] of entries) {
        keys.text(key);
        values.text(value);
        count += 1;
      }
      ends.push(count);
    },
    encode: () => [...ends.encode(), keys.taken(), values.taken()],
  };
}

export function arrays<T>(inner: Column<T>): Column<readonly T[]> {
  const ends = count64();
  let count = 0;
  return {
    type: `Array(${inner.type})`,
    push: (values) => {
      for (const value of values) inner.push(value);
      count += values.length;
      ends.push(count);
    },
    encode: () => [...ends.encode(), ...inner.encode()],
  };
}

const shortText = 40;

/** A growing buffer of length-prefixed strings. */
class Bytes {
  #bytes = Buffer.allocUnsafe(1024);
  #length = 0;

  text(value: string): void {
    // A UTF-16 unit takes at most three bytes of UTF-8, and the length prefix at most five.
    this.#room(value.length * 3 + 5);
    const start = this.#length;
    if (value.length <= shortText && this.#ascii(value, start)) return;
    const guess = value.length < 128 ? 1 : value.length < 16_384 ? 2 : 5;
    const size = this.#bytes.write(value, start + guess, "utf8");
    const width = widthOf(size);
    if (width !== guess) this.#bytes.copyWithin(start + width, start + guess, start + guess + size);
    writeVarint(this.#bytes, start, size);
    this.#length = start + width + size;
  }

  /** Writes a short ASCII text byte by byte, which is faster than a native call. Returns false for other texts. */
  #ascii(value: string, start: number): boolean {
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at);
      if (code > 127) return false;
      this.#bytes[start + 1 + at] = code;
    }
    this.#bytes[start] = value.length;
    this.#length = start + 1 + value.length;
    return true;
  }

  raw(value: Uint8Array): void {
    this.#room(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  taken(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.taken());
    this.#bytes = larger;
  }
}

const dictionaryVersion = new Uint8Array(new BigUint64Array([1n]).buffer);
/** Flags: the dictionary's keys follow, and the block uses no other keys. */
const ownKeys = 0x600;

class Dictionary {
  readonly #places = new Map<string, number>();
  readonly #keys = new Bytes();
  readonly #rows = uint32();
  #count = 0;

  push(value: string): void {
    let location = this.#places.get(value);
    if (location === undefined) {
      location = this.#places.size;
      this.#places.set(value, location);
      this.#keys.text(value);
    }
    this.#rows.push(location);
    this.#count += 1;
  }

  /** Fills the column with one word for all rows. */
  fill(value: string, rows: number): void {
    this.#places.set(value, 0);
    this.#keys.text(value);
    this.#count = rows;
  }

  encode(): Uint8Array[] {
    if (this.#count === 0) return [];
    const head = count64();
    const size = this.#places.size;
    const [code, narrow] = size <= 256 ? [0, Uint8Array] : size <= 65_536 ? [1, Uint16Array] : [2, Uint32Array];
    head.push(ownKeys | code);
    head.push(size);
    const rows = count64();
    rows.push(this.#count);
    const indexes = new narrow(this.#count);
    for (let row = 0; row < this.#count; row++) indexes[row] = this.#rows.at(row) ?? 0;
    return [...head.encode(), this.#keys.taken(), ...rows.encode(), new Uint8Array(indexes.buffer)];
  }
}

function widthOf(value: number): number {
  let width = 1;
  for (let rest = value; rest > 127; rest = Math.floor(rest / 128)) width += 1;
  return width;
}

function writeVarint(into: Uint8Array, at: number, value: number): void {
  let [location, rest] = [at, value];
  while (rest > 127) {
    into[location++] = (rest & 127) | 128;
    rest = Math.floor(rest / 128);
  }
  into[location] = rest;
}

function varint(value: number): Uint8Array {
  const bytes = new Uint8Array(widthOf(value));
  writeVarint(bytes, 0, value);
  return bytes;
}

function prefixed(text: string): Uint8Array {
  const bytes = new Bytes();
  bytes.text(text);
  return bytes.taken();
}
