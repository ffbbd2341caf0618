/** Columns of a result in ClickHouse's Native format. They are typed arrays, so reading a million numbers is cheap. */
export interface NativeResult {
  rows: number;
  numbers(column: string): Numbers;
  /** 64-bit integers as bits. */
  bits(column: string): BigUint64Array;
  /** The elements of an array column in one array, with the end index of each row. */
  arrays(column: string): { ends: Float64Array; values: Float64Array };
}

type Numbers = Float64Array | Uint32Array | Int32Array | Uint8Array | Int8Array;

interface Column {
  type: string;
  values: Numbers | BigUint64Array;
  ends?: Float64Array;
}

export function readNative(bytes: Uint8Array): NativeResult {
  const blocks = readBlocks(bytes);
  const rows = blocks.reduce((sum, block) => sum + block.rows, 0);
  const pieces = (name: string) => blocks.map((block) => assertColumn(block.columns.get(name), name));
  return {
    rows,
    numbers: (name) => {
      const found = pieces(name).map(({ values }) => {
        if (values instanceof BigUint64Array) throw new Error(`${name} has 64-bit integers; read it with bits()`);
        return values;
      });
      const [first = new Float64Array(0)] = found;
      return found.length === 1 ? first : joinNumbers(found, first, rows);
    },
    bits: (name) => {
      const all = new BigUint64Array(rows);
      let at = 0;
      for (const { values } of pieces(name)) {
        if (!(values instanceof BigUint64Array)) throw new Error(`${name} has no 64-bit integers`);
        all.set(values, at);
        at += values.length;
      }
      return all;
    },
    arrays: (name) => joinArrays(pieces(name), name, rows),
  };
}

function assertColumn(column: Column | undefined, name: string): Column {
  if (column === undefined) throw new Error(`The result has no column ${name}`);
  return column;
}

function joinNumbers(found: readonly Numbers[], first: Numbers, rows: number): Numbers {
  const all = new (first.constructor as new (length: number) => Numbers)(rows);
  let at = 0;
  for (const values of found) {
    all.set(values, at);
    at += values.length;
  }
  return all;
}

function joinArrays(found: Column[], name: string, rows: number): { ends: Float64Array; values: Float64Array } {
  const ends = new Float64Array(rows);
  const values = new Float64Array(found.reduce((sum, column) => sum + column.values.length, 0));
  let [row, at] = [0, 0];
  for (const column of found) {
    if (column.ends === undefined) throw new Error(`${name} is not an array column`);
    for (const end of column.ends) ends[row++] = at + end;
    for (const value of column.values) values[at++] = Number(value);
  }
  return { ends, values };
}

interface Block {
  rows: number;
  columns: Map<string, Column>;
}

function readBlocks(bytes: Uint8Array): Block[] {
  const blocks: Block[] = [];
  const from = new Cursor(bytes);
  while (!from.done()) {
    const columnCount = from.varint();
    const rows = from.varint();
    const columns = new Map<string, Column>();
    for (let index = 0; index < columnCount; index++) {
      const name = from.text();
      const type = from.text();
      columns.set(name, rows === 0 ? { type, values: new Float64Array(0) } : readColumn(from, type, rows));
    }
    if (rows > 0) blocks.push({ rows, columns });
  }
  return blocks;
}

function readColumn(from: Cursor, type: string, rows: number): Column {
  const inner = /^Array\((\w+)\)$/.exec(type)?.[1];
  if (inner === undefined) return { type, values: from.fixed(type, rows) };
  const ends = Float64Array.from(new BigUint64Array(from.copy(rows * 8)), Number);
  return { type, ends, values: from.fixed(inner, ends.at(-1) ?? 0) };
}

class Cursor {
  #at = 0;
  constructor(readonly bytes: Uint8Array) {}

  done(): boolean {
    return this.#at >= this.bytes.length;
  }

  varint(): number {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.bytes[this.#at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  text(): string {
    const length = this.varint();
    this.#at += length;
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.#at - length, length).toString("utf8");
  }

  /** Copies, because typed arrays must be aligned to their element size. */
  copy(length: number): ArrayBuffer {
    const copy = new ArrayBuffer(length);
    new Uint8Array(copy).set(this.bytes.subarray(this.#at, this.#at + length));
    this.#at += length;
    return copy;
  }

  fixed(type: string, count: number): Column["values"] {
    switch (type.replace(/\(.*$/, "")) {
      case "Float64":
        return new Float64Array(this.copy(count * 8));
      case "UInt32":
      case "DateTime":
        return new Uint32Array(this.copy(count * 4));
      case "Int32":
        return new Int32Array(this.copy(count * 4));
      case "Int8":
        return new Int8Array(this.copy(count));
      case "UInt8":
        return new Uint8Array(this.copy(count));
      case "UInt64":
      case "Int64":
      case "DateTime64":
        return new BigUint64Array(this.copy(count * 8));
      default:
        throw new Error(`Columns of type ${type} are not supported`);
    }
  }
}
