import { tagOf, wireTypes } from "./reader.ts";

/** A message is the sequence of its fields. As in proto3, 0 and empty texts are not written. */
export function messageOf(...fields: Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(fields));
}

export function numberField(field: number, value: number): Uint8Array {
  return value === 0 ? new Uint8Array() : messageOf(varint(tagOf(field, wireTypes.varint)), varint(value));
}

export function textField(field: number, text: string): Uint8Array {
  return text === "" ? new Uint8Array() : messageField(field, Buffer.from(text));
}

export function messageField(field: number, message: Uint8Array): Uint8Array {
  return messageOf(varint(tagOf(field, wireTypes.delimited)), varint(message.length), message);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  // A negative number is written as the unsigned one with the same 64 bits.
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Uint8Array.from([...bytes, Number(rest)]);
}
