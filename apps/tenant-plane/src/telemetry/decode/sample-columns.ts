import type { Probe } from "./job.ts";
import type { SeriesIndex, SeriesSlot } from "./series-index.ts";

const firstRoom = 512;

/**
 * The columns of metric_samples. At a million samples per second, one capacity check per row is cheaper than one per column.
 */
export class SampleColumns {
  rows = 0;
  #room = firstRoom;
  #metrics = new Uint32Array(firstRoom);
  #ids = new Uint32Array(firstRoom * 2);
  #times = new Int32Array(firstRoom * 2);
  #scaled = new Uint32Array(firstRoom * 2);
  #exponents = new Int8Array(firstRoom);

  /** `low` and `high` are the halves of the stored value. */
  push(index: SeriesIndex, slot: SeriesSlot, time: number, low: number, high: number, exponent: number): void {
    if (this.rows === this.#room) this.#grow();
    const row = this.rows++;
    this.#metrics[row] = index.metric(slot);
    this.#exponents[row] = exponent;
    const at = row * 2;
    this.#ids[at] = index.idLow(slot);
    this.#ids[at + 1] = index.idHigh(slot);
    this.#times[at] = time | 0;
    this.#times[at + 1] = Math.floor(time / 4_294_967_296);
    this.#scaled[at] = low;
    this.#scaled[at + 1] = high;
  }

  /** The first sample identifies the block. */
  probe(): Probe {
    const [low = 0, high = 0] = this.#ids;
    const [timeLow = 0, timeHigh = 0] = this.#times;
    return {
      by: "sample",
      table: "metric_samples",
      metricId: this.#metrics[0] ?? 0,
      seriesId: (BigInt(high) << 32n) | BigInt(low),
      time: timeHigh * 4_294_967_296 + (timeLow >>> 0),
    };
  }

  columns() {
    const { rows } = this;
    const column = (type: string, values: { buffer: ArrayBuffer }, bytes: number) => ({
      type,
      encode: () => [new Uint8Array(values.buffer, 0, rows * bytes)],
    });
    return {
      metric_id: column("UInt32", this.#metrics, 4),
      series_id: column("UInt64", this.#ids, 8),
      ts: column("DateTime64(3, 'UTC')", this.#times, 8),
      scaled: column("Int64", this.#scaled, 8),
      exponent: column("Int8", this.#exponents, 1),
    };
  }

  #grow(): void {
    this.#room *= 2;
    this.#metrics = copied(this.#metrics, new Uint32Array(this.#room));
    this.#ids = copied(this.#ids, new Uint32Array(this.#room * 2));
    this.#times = copied(this.#times, new Int32Array(this.#room * 2));
    this.#scaled = copied(this.#scaled, new Uint32Array(this.#room * 2));
    this.#exponents = copied(this.#exponents, new Int8Array(this.#room));
  }
}

function copied<A extends Uint32Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Int8Array<ArrayBuffer>>(
  from: A,
  to: A,
): A {
  to.set(from);
  return to;
}
