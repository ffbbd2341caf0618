import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WireError } from "../wire-error.ts";
import { Reader, tagOf, wireTypes } from "./reader.ts";
import { messageField, messageOf, numberField, textField } from "./writer.ts";

const reading = (hex: string) => new Reader(Buffer.from(hex.replaceAll(" ", ""), "hex"));

describe("integers", () => {
  test("a varint of 2^53 or more is refused, unless it is read as a bigint", () => {
    expect(reading("00").varint()).toBe(0);
    expect(reading("ac 02").varint()).toBe(300);
    expect(reading("ff ff ff ff ff ff ff 0f").varint()).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => reading("80 80 80 80 80 80 80 10").varint()).toThrow("An integer is not below 2^53 at byte 8.");
    expect(reading("80 80 80 80 80 80 80 10").varint64()).toBe(2n ** 53n);
    expect(reading("ff ff ff ff ff ff ff ff ff 01").varint64()).toBe(2n ** 64n - 1n);
    expect(reading("ff ff ff ff ff ff ff ff ff 01").nearestVarint64()).toBe(2 ** 64);
  });

  test("an int64 is a number if it is exact, otherwise a bigint", () => {
    expect(reading("ff ff ff ff ff ff ff ff ff 01").int64()).toBe(-1);
    expect(reading("81 80 80 80 80 80 80 f0 ff 01").int64()).toBe(Number.MIN_SAFE_INTEGER);
    expect(reading("80 80 80 80 80 80 80 10").int64()).toBe(2n ** 53n);
    expect(reading("80 80 80 80 80 80 80 80 80 01").int64()).toBe(-(2n ** 63n));
  });

  test("32-bit integers take the low 32 bits, as in protobuf", () => {
    expect(reading("ff ff ff ff ff ff ff ff ff 01").int32()).toBe(-1);
    expect(reading("ff ff ff ff 0f").uint32()).toBe(2 ** 32 - 1);
    expect(reading("ff ff ff ff 0f").sint32()).toBe(-(2 ** 31));
    expect(reading("fe ff ff ff 0f").sint32()).toBe(2 ** 31 - 1);
  });

  test("zigzag puts the sign into the lowest bit", () => {
    expect(["00", "01", "02", "03"].map((hex) => reading(hex).svarint())).toEqual([0, -1, 1, -2]);
    expect(reading("ff ff ff ff ff ff ff 0f").svarint()).toBe(-(2 ** 52));
  });

  test("a bool is any number but zero", () => {
    expect(reading("00").bool()).toBe(false);
    expect(reading("80 80 80 80 80 80 80 80 80 01").bool()).toBe(true);
  });

  test("fixed sizes are little-endian", () => {
    expect(reading("ff ff ff ff ff ff ff ff").fixed64()).toBe(2n ** 64n - 1n);
    expect(reading("ff ff ff ff ff ff ff ff").sfixed64()).toBe(-1n);
    expect(reading("ff ff ff ff ff ff ff ff").nearestFixed64()).toBe(2 ** 64);
    expect(reading("fe ff ff ff ff ff ff ff").nearestSfixed64()).toBe(-2);
    expect(reading("01 00 00 80").fixed32()).toBe(2 ** 31 + 1);
    expect(reading("00 00 00 00 00 00 f8 3f").double()).toBe(1.5);
    expect(reading("00 00 c0 3f").float()).toBe(1.5);
  });
});

describe("text and bytes", () => {
  test("every text is decoded correctly, also when similar texts repeat", () => {
    const texts = fc.array(fc.oneof(fc.uint8Array({ maxLength: 6, max: 2 }), fc.uint8Array({ maxLength: 90 })));
    fc.assert(
      fc.property(texts, (parts) => {
        const reader = new Reader(messageOf(...parts.map((part) => messageField(1, part))));
        for (const part of parts) {
          expect(reader.tag()).toBe(tagOf(1, wireTypes.delimited));
          expect(reader.string()).toBe(Buffer.from(part).toString());
        }
        expect(reader.more()).toBe(false);
      }),
    );
  });

  test("invalid UTF-8 becomes a replacement character", () => {
    expect(reading("03 61 ff 62").string()).toBe("a\ufffdb");
  });

  test("bytes are a view of the input, also when the input is part of a larger buffer", () => {
    const input = Buffer.from("..\x02ab..").subarray(2, 5);
    const bytes = new Reader(input).bytes();
    expect(bytes).toEqual(Uint8Array.of(0x61, 0x62));
    expect(bytes.buffer).toBe(input.buffer);
    expect(new Reader(input).hex()).toBe("6162");
  });
});

describe("messages", () => {
  test("a message within a message ends where its length says", () => {
    const reader = new Reader(messageOf(messageField(1, textField(2, "in")), numberField(3, 7)));
    expect(reader.tag()).toBe(tagOf(1, wireTypes.delimited));
    const outer = reader.enter();
    expect([reader.tag(), reader.string(), reader.more()]).toEqual([tagOf(2, wireTypes.delimited), "in", false]);
    reader.leave(outer);
    expect([reader.tag(), reader.varint(), reader.more()]).toEqual([tagOf(3, wireTypes.varint), 7, false]);
  });

  test("unread fields are skipped", () => {
    const reader = reading("08 ac02 11 0000000000000000 1a 02 6162 25 00000000");
    const fields: number[] = [];
    while (reader.more()) {
      const tag = reader.tag();
      fields.push(tag >>> 3);
      reader.skip(tag);
    }
    expect(fields).toEqual([1, 2, 3, 4]);
  });
});

describe("malformed input is refused with its position", () => {
  const skipping = (hex: string) => () => {
    const reader = reading(hex);
    while (reader.more()) reader.skip(reader.tag());
  };

  test.each([
    ["a varint that ends early", "08 80", "The message is cut short at byte 2."],
    ["a varint of more than 64 bits", "08 ffffffffffffffffff02", "An integer has more than 64 bits at byte 11."],
    ["a varint without an end", "08 ffffffffffffffffffffffff", "An integer has more than 64 bits at byte 11."],
    ["a fixed64 that ends early", "09 00000000000000", "The message is cut short at byte 1."],
    ["a length past the end", "0a 03 6162", "More bytes are announced than follow at byte 2."],
    ["a length beyond all memory", "0a ffffffffffffff7f", "An integer is not below 2^53 at byte 9."],
    ["field number 0", "00 00", "A field has an impossible number at byte 1."],
    ["a field number of more than 29 bits", "80 80 80 80 10 00", "A field has an impossible number at byte 5."],
    ["a group", "0b 0c", "A field has wire type 3, which is not supported, at byte 1."],
  ])("%s", (_, hex, message) => {
    expect(skipping(hex)).toThrow(new WireError(message));
  });

  test("a value must not exceed its message, even if more input follows", () => {
    const reader = reading("0a 02 12 05 61 62 63 64 65");
    reader.tag();
    reader.enter();
    reader.tag();
    expect(() => reader.string()).toThrow("More bytes are announced than follow at byte 4.");
  });
});
