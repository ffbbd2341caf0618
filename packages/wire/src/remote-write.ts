import { Reader, tagOf, wireTypes } from "./protobuf/reader.ts";
import { WireError } from "./wire-error.ts";

/** Callbacks for the parts of a remote write request, in their order. */
export interface WriteSink {
  /** The labels of the next series as protobuf fields in `bytes`. Equal series of one sender have equal bytes. */
  series(bytes: Uint8Array, from: number, to: number): void;
  /** A sample of that series. The value is given as the halves of its bits, because a staleness marker is a specific NaN. */
  sample(low: number, high: number, time: number): void;
  /** A native histogram of that series, which is skipped. */
  histogram(): void;
  metadata(metadata: WriteMetadata): void;
}

export interface WriteMetadata {
  type: number;
  metric: string;
  help: string;
  unit: string;
}

/**
 * Walks a Prometheus WriteRequest (remote write 1.0) without allocating objects, because it must handle a million samples per second.
 */
export function readWriteRequest(bytes: Uint8Array, sink: WriteSink): void {
  const walk = new Walk(bytes, sink);
  walk.request();
}

const seriesTag = 0x0a;
const metadataTag = 0x1a;
const labelTag = 0x0a;
const sampleTag = 0x12;
const histogramTag = 0x22;
const valueTag = 0x09;
const timeTag = 0x10;

class Walk {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #sink: WriteSink;
  #at = 0;

  constructor(bytes: Uint8Array, sink: WriteSink) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#sink = sink;
  }

  request(): void {
    const end = this.#bytes.length;
    while (this.#at < end) {
      const tag = this.#varint(end);
      if (tag === seriesTag) this.#series(this.#length(end));
      else if (tag === metadataTag) this.#metadata(this.#length(end));
      else this.#skip(tag, end);
    }
  }

  #series(length: number): void {
    const end = this.#at + length;
    const from = this.#at;
    let labelsEnd = from;
    let announced = false;
    while (this.#at < end) {
      const tag = this.#varint(end);
      if (tag === labelTag) {
        if (announced) this.#refuse("Labels follow samples");
        this.#pass(this.#length(end));
        labelsEnd = this.#at;
        continue;
      }
      if (!announced) {
        announced = true;
        this.#sink.series(this.#bytes, from, labelsEnd);
      }
      if (tag === sampleTag) this.#sample(this.#length(end));
      else {
        if (tag === histogramTag) this.#sink.histogram();
        this.#skip(tag, end);
      }
    }
  }

  #sample(length: number): void {
    const end = this.#at + length;
    let [low, high, time] = [0, 0, 0];
    while (this.#at < end) {
      const tag = this.#varint(end);
      if (tag === valueTag) {
        if (end - this.#at < 8) this.#refuse("The message is cut short");
        low = this.#view.getUint32(this.#at, true);
        high = this.#view.getUint32(this.#at + 4, true);
        this.#at += 8;
      } else if (tag === timeTag) time = this.#int64(end);
      else this.#skip(tag, end);
    }
    this.#sink.sample(low, high, time);
  }

  #metadata(length: number): void {
    const reader = new Reader(this.#bytes.subarray(this.#at, this.#at + length));
    this.#at += length;
    const metadata: WriteMetadata = { type: 0, metric: "", help: "", unit: "" };
    while (reader.more()) {
      const tag = reader.tag();
      if (tag === tagOf(1, wireTypes.varint)) metadata.type = reader.int32();
      else if (tag === tagOf(2, wireTypes.delimited)) metadata.metric = reader.string();
      else if (tag === tagOf(4, wireTypes.delimited)) metadata.help = reader.string();
      else if (tag === tagOf(5, wireTypes.delimited)) metadata.unit = reader.string();
      else reader.skip(tag);
    }
    this.#sink.metadata(metadata);
  }

  /** A number is exact up to 2^53, which is enough for every time. */
  #varint(end: number): number {
    const first = this.#at < end ? (this.#bytes[this.#at] as number) : this.#refuse("The message is cut short");
    if (first < 128) {
      this.#at += 1;
      return first;
    }
    let [value, scale] = [0, 1];
    for (let count = 0; count < 10 && this.#at < end; count++) {
      const byte = this.#bytes[this.#at++] as number;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
    return this.#refuse("An integer does not end");
  }

  /** A negative integer takes ten bytes. It is read in halves, because a number cannot hold 64 bits. */
  #int64(end: number): number {
    const bytes = this.#bytes;
    const at = this.#at;
    if (at + 6 > end) return this.#anyInt64(end);
    const [one, two, three] = [bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number];
    const [four, five, six] = [bytes[at + 3] as number, bytes[at + 4] as number, bytes[at + 5] as number];
    // A current time in milliseconds takes six bytes, and all but the last have the high bit set.
    if (six > 127 || (one & two & three & four & five) < 128) return this.#anyInt64(end);
    this.#at = at + 6;
    const low = (one & 127) | ((two & 127) << 7) | ((three & 127) << 14) | ((four & 127) << 21) | (five << 28);
    return (((five & 127) >>> 4) | (six << 3)) * 4_294_967_296 + (low >>> 0);
  }

  #anyInt64(end: number): number {
    let [low, high] = [0, 0];
    for (let shift = 0; shift < 70 && this.#at < end; shift += 7) {
      const byte = this.#bytes[this.#at++] as number;
      const part = byte & 127;
      if (shift < 28) low |= part << shift;
      else if (shift === 28) {
        low |= part << 28;
        high = part >>> 4;
      } else high |= part << (shift - 32);
      if (byte < 128) return high * 4_294_967_296 + (low >>> 0);
    }
    return this.#refuse("An integer does not end");
  }

  #length(end: number): number {
    const length = this.#varint(end);
    return length <= end - this.#at ? length : this.#refuse("More bytes are announced than follow");
  }

  #pass(length: number): void {
    this.#at += length;
  }

  #skip(tag: number, end: number): void {
    const kind = tag % 8;
    if (kind === wireTypes.varint) this.#varint(end);
    else if (kind === wireTypes.delimited) this.#pass(this.#length(end));
    else if (kind === wireTypes.fixed64 && end - this.#at >= 8) this.#at += 8;
    else if (kind === wireTypes.fixed32 && end - this.#at >= 4) this.#at += 4;
    else this.#refuse("A field has an unknown wire type or is cut short");
  }

  #refuse(what: string): never {
    throw new WireError(`${what} at byte ${this.#at}.`);
  }
}

/** Decodes the labels of `series`, in the sender's order. */
export function readLabels(bytes: Uint8Array, from: number, to: number): [name: string, value: string][] {
  const labels: [string, string][] = [];
  const reader = new Reader(bytes.subarray(from, to));
  while (reader.more()) {
    const tag = reader.tag();
    if (tag !== labelTag) {
      reader.skip(tag);
      continue;
    }
    const outer = reader.enter();
    const label: [string, string] = ["", ""];
    while (reader.more()) {
      const field = reader.tag();
      if (field === tagOf(1, wireTypes.delimited)) label[0] = reader.string();
      else if (field === tagOf(2, wireTypes.delimited)) label[1] = reader.string();
      else reader.skip(field);
    }
    reader.leave(outer);
    labels.push(label);
  }
  return labels;
}
