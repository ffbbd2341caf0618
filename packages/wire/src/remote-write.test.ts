import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { messageField, messageOf, numberField, textField } from "./protobuf/writer.ts";
import { readLabels, readWriteRequest, type WriteMetadata } from "./remote-write.ts";
import { WireError } from "./wire-error.ts";

/** A WriteRequest with one series. */
function written(labels: [string, string][], samples: [value: number, time: bigint][]): Uint8Array {
  const label = ([name, value]: [string, string]) =>
    messageField(1, messageOf(textField(1, name), textField(2, value)));
  const sample = ([value, time]: [number, bigint]) => {
    const double = Buffer.alloc(9);
    double[0] = 0x09;
    double.writeDoubleLE(value, 1);
    return messageField(2, Buffer.concat([double, Buffer.from([0x10]), varint(BigInt.asUintN(64, time))]));
  };
  return messageField(1, Buffer.concat([...labels.map(label), ...samples.map(sample)]));
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    if (rest <= 127n) return Buffer.from(bytes);
  }
}

function read(bytes: Uint8Array) {
  const found = {
    series: [] as [string, string][][],
    samples: [] as [number, number][],
    histograms: 0,
    metadata: [] as WriteMetadata[],
  };
  readWriteRequest(bytes, {
    series: (source, from, to) => void found.series.push(readLabels(source, from, to)),
    sample: (low, high, time) =>
      void found.samples.push([new Float64Array(new Uint32Array([low, high]).buffer)[0] ?? 0, time]),
    histogram: () => {
      found.histograms += 1;
    },
    metadata: (metadata) => void found.metadata.push(metadata),
  });
  return found;
}

describe("remote write", () => {
  test("labels, samples and times are decoded, including times before 1970", () => {
    const labels: [string, string][] = [
      ["__name__", "up"],
      ["instance", "web-1:9100 — ü".repeat(20)],
    ];
    const bytes = written(labels, [
      [1.5, 1_700_000_000_123n],
      [-0, -1000n],
      [Number.POSITIVE_INFINITY, 0n],
    ]);
    expect(read(bytes)).toMatchObject({
      series: [labels],
      samples: [
        [1.5, 1_700_000_000_123],
        [-0, -1000],
        [Number.POSITIVE_INFINITY, 0],
      ],
    });
  });

  test("a staleness marker keeps its bits", () => {
    const bytes = written([["__name__", "up"]], [[0, 5n]]);
    const at = bytes.length - 10;
    new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(at, 0x7ff0000000000002n, true);
    const halves: number[] = [];
    readWriteRequest(bytes, {
      series: () => {},
      sample: (low, high) => void halves.push(low, high),
      histogram: () => {},
      metadata: () => {},
    });
    expect(halves).toEqual([2, 0x7ff00000]);
  });

  test("metadata needs no series; unknown fields and native histograms are skipped", () => {
    const metadata = messageField(
      3,
      messageOf(numberField(1, 1), textField(2, "up"), textField(4, "Is it up"), textField(5, "")),
    );
    expect(read(Buffer.concat([metadata, textField(9, "later")])).metadata).toEqual([
      { type: 1, metric: "up", help: "Is it up", unit: "" },
    ]);
    const series = messageField(
      1,
      Buffer.concat([messageField(1, textField(1, "a")), messageField(4, textField(1, "x"))]),
    );
    expect(read(series)).toMatchObject({ series: [[["a", ""]]], histograms: 1 });
  });

  test("any bytes are decoded or refused", () => {
    const bytes = written([["__name__", "up"]], [[1, 2n]]);
    for (let length = 0; length < bytes.length; length++) {
      const part = bytes.subarray(0, length);
      expect(refusalOf(() => read(part))).toBe(length === 0 ? "none" : "WireError");
    }
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (some) => refusalOf(() => read(some)) !== "other"));
  });
});

function refusalOf(work: () => unknown): "none" | "WireError" | "other" {
  try {
    work();
    return "none";
  } catch (error) {
    return error instanceof WireError ? "WireError" : "other";
  }
}
