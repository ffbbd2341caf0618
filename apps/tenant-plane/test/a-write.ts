import { compressSync } from "snappy";

/** A Prometheus WriteRequest for tests, encoded as Prometheus encodes it. */
export interface TestSeries {
  labels: Record<string, string>;
  samples: [value: number | "stale", unixMs: number][];
}

const stale = 0x7ff0000000000002n;

export function aWrite(
  series: readonly TestSeries[],
  metadata: { metric: string; type: number; help: string }[] = [],
): Buffer {
  return compressSync(
    Buffer.concat([
      ...series.map((each) => field(1, seriesBytes(each))),
      ...metadata.map(({ metric, type, help }) =>
        field(3, Buffer.concat([Buffer.from([0x08]), varint(BigInt(type)), text(2, metric), text(4, help)])),
      ),
    ]),
  );
}

function seriesBytes({ labels, samples }: TestSeries): Buffer {
  return Buffer.concat([
    ...Object.entries(labels)
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .map(([name, value]) => field(1, Buffer.concat([text(1, name), text(2, value)]))),
    samplesBytes(samples),
  ]);
}

const maxSampleBytes = 32;

/** Writes into one buffer, because some tests send a million samples. */
function samplesBytes(samples: TestSeries["samples"]): Buffer {
  const bytes = Buffer.allocUnsafe(samples.length * maxSampleBytes);
  let end = 0;
  for (const [value, unixMs] of samples) {
    const time = unixMs >= 0 ? shortVarint(unixMs) : varint(BigInt.asUintN(64, BigInt(unixMs)));
    bytes[end++] = (2 << 3) | 2;
    bytes[end++] = 10 + time.length;
    bytes[end++] = 0x09;
    if (value === "stale") bytes.writeBigUInt64LE(stale, end);
    else bytes.writeDoubleLE(value, end);
    end += 8;
    bytes[end++] = 0x10;
    for (const byte of time) bytes[end++] = byte;
  }
  return bytes.subarray(0, end);
}

function shortVarint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

function field(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2]), varint(BigInt(bytes.length)), bytes]);
}

function text(number: number, value: string): Buffer {
  return field(number, Buffer.from(value));
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}
