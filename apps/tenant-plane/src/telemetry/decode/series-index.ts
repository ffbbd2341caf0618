/** The position of a series in the index. */
export type SeriesSlot = number;

const none = -1;

/**
 * One tenant's series that this process has seen today, found by a 64-bit hash. It uses open addressing over typed arrays, because
 * a Map of a million objects needs ten times the memory and is slower.
 */
export class SeriesIndex {
  #buckets = new Int32Array(1024).fill(none);
  #keys = new Uint32Array(1024);
  #ids = new Uint32Array(1024);
  #metrics = new Uint32Array(512);
  /** The last day on which the series was announced. Every day has a complete list of its series. */
  #days = new Int32Array(512);
  /** Decimal places of the series' values so far. Equal places keep the deltas small, so they compress well. */
  #exponents = new Int8Array(512);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  find(low: number, high: number): SeriesSlot {
    const mask = this.#buckets.length - 1;
    for (let bucket = low & mask; ; bucket = (bucket + 1) & mask) {
      const slot = this.#buckets[bucket] as number;
      if (slot === none) return none;
      if (this.#keys[slot * 2] === low && this.#keys[slot * 2 + 1] === high) return slot;
    }
  }

  add(key: Uint32Array, id: Uint32Array, metricId: number): SeriesSlot {
    if (this.#size * 2 >= this.#buckets.length) this.#grow();
    const slot = this.#size++;
    this.#keys.set(key, slot * 2);
    this.#ids.set(id, slot * 2);
    this.#metrics[slot] = metricId;
    this.#days[slot] = none;
    this.#put(slot);
    return slot;
  }

  idLow(slot: SeriesSlot): number {
    return this.#ids[slot * 2] as number;
  }

  idHigh(slot: SeriesSlot): number {
    return this.#ids[slot * 2 + 1] as number;
  }

  metric(slot: SeriesSlot): number {
    return this.#metrics[slot] as number;
  }

  /** Returns whether the series was not announced on this day yet, and marks it as announced. */
  isNewOn(slot: SeriesSlot, day: number): boolean {
    if (this.#days[slot] === day) return false;
    this.#days[slot] = day;
    return true;
  }

  /** Un-marks a series whose announcement was not stored. */
  forgetDay(slot: SeriesSlot): void {
    this.#days[slot] = none;
  }

  exponent(slot: SeriesSlot): number {
    return this.#exponents[slot] as number;
  }

  setExponent(slot: SeriesSlot, exponent: number): void {
    this.#exponents[slot] = exponent;
  }

  #put(slot: SeriesSlot): void {
    const mask = this.#buckets.length - 1;
    let bucket = (this.#keys[slot * 2] as number) & mask;
    while (this.#buckets[bucket] !== none) bucket = (bucket + 1) & mask;
    this.#buckets[bucket] = slot;
  }

  #grow(): void {
    const larger = <A extends Uint32Array | Int32Array | Int8Array>(old: A, made: A): A => {
      made.set(old);
      return made;
    };
    this.#keys = larger(this.#keys, new Uint32Array(this.#keys.length * 2));
    this.#ids = larger(this.#ids, new Uint32Array(this.#ids.length * 2));
    this.#metrics = larger(this.#metrics, new Uint32Array(this.#metrics.length * 2));
    this.#days = larger(this.#days, new Int32Array(this.#days.length * 2));
    this.#exponents = larger(this.#exponents, new Int8Array(this.#exponents.length * 2));
    this.#buckets = new Int32Array(this.#buckets.length * 2).fill(none);
    for (let slot = 0; slot < this.#size; slot++) this.#put(slot);
  }
}
