import { compressSync } from "snappy";
import { randomFrom } from "./random.ts";
import type { Batch } from "./writes.ts";

/** Series of a fleet of hosts: half counters with random steps, half gauges with two decimals. Equal for every server. */
export interface Fleet {
  hosts: number;
  metrics: number;
  /** Unix milliseconds of the last sample. */
  end: number;
  hours: number;
}

const stepMs = 15_000;
const stepsPerRequest = 20;
const seriesPerRequest = 500;

/** All requests ordered by time range, so that no server sees samples out of order. */
export function* requestsOf({ hosts, metrics, end, hours }: Fleet): Generator<Batch[]> {
  const count = hosts * metrics;
  const labels = Array.from({ length: count }, (_, index) => labelsOf(Math.floor(index / hosts), index % hosts));
  const values = Float64Array.from({ length: count }, (_, index) => (isCounter(index, hosts) ? 0 : 50 + (index % 40)));
  const random = randomFrom(42);
  const steps = Math.round((hours * 3_600_000) / stepMs);
  const buffer = Buffer.alloc(seriesPerRequest * (300 + stepsPerRequest * 20));
  for (let step = 0; step < steps; step += stepsPerRequest) {
    const requests: Batch[] = [];
    for (let first = 0; first < count; first += seriesPerRequest) {
      const last = Math.min(count, first + seriesPerRequest);
      let at = 0;
      for (let series = first; series < last; series++) {
        const label = labels[series] ?? Buffer.alloc(0);
        at = writeTag(buffer, at, 0x0a, label.length + stepsPerRequest * 18);
        at += label.copy(buffer, at);
        for (let each = 0; each < stepsPerRequest; each++) {
          const before = values[series] ?? 0;
          const next = isCounter(series, hosts)
            ? before + Math.floor(random() * 200)
            : Math.round((before + random() - 0.5) * 100) / 100;
          values[series] = next;
          at = writeSample(buffer, at, next, end - (steps - 1 - step - each) * stepMs);
        }
      }
      const body = new Uint8Array(compressSync(buffer.subarray(0, at)));
      requests.push({ body, rows: (last - first) * stepsPerRequest });
    }
    yield requests;
  }
}

const isCounter = (index: number, hosts: number) => Math.floor(index / hosts) % 2 === 1;
const two = (value: number) => String(value).padStart(2, "0");

function labelsOf(metric: number, host: number): Buffer {
  const name = `bench_${metric % 2 === 1 ? "counter" : "gauge"}_${two(metric >> 1)}`;
  const pairs = { __name__: name, dc: `dc${host % 3}`, host: `host-${two(host)}`, job: "bench" };
  return Buffer.concat(
    Object.entries(pairs).map(([label, value]) =>
      delimited(0x0a, Buffer.concat([text(0x0a, label), text(0x12, value)])),
    ),
  );
}

function text(tag: number, value: string): Buffer {
  return delimited(tag, Buffer.from(value));
}

/** Labels are short: their lengths take one byte. */
function delimited(tag: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);
}

function writeTag(into: Buffer, at: number, tag: number, length: number): number {
  into[at] = tag;
  return writeVarint(into, at + 1, length);
}

function writeSample(into: Buffer, at: number, value: number, time: number): number {
  into[at] = 0x12;
  into[at + 1] = 16;
  into[at + 2] = 0x09;
  const next = into.writeDoubleLE(value, at + 3);
  into[next] = 0x10;
  return writeVarint(into, next + 1, time);
}

function writeVarint(into: Buffer, from: number, value: number): number {
  let [at, rest] = [from, value];
  for (; rest > 127; rest = Math.floor(rest / 128)) into[at++] = (rest % 128) | 128;
  into[at++] = rest;
  return at;
}
